import { describeFiles } from '../support/describe-files.ts';

describeFiles('registry', 'lib', 'docs', 'tools');
