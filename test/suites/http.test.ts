import { describeFiles } from '../support/describe-files.ts';

describeFiles('transports/!(cli)', 'api', 'client');
