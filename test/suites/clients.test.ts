import { describeFiles } from '../support/describe-files.ts';

describeFiles('clients', 'clickhouse', 'deploy', 'upgrade', 'faults');
