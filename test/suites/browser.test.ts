import { describeFiles } from '../support/describe-files.ts';

describeFiles('web');
