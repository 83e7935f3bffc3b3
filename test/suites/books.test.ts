import { describeFiles } from '../support/describe-files.ts';

describeFiles('payments', 'store');
