import { describeFiles } from '../support/describe-files.ts';

describeFiles('pipeline/{collect,ledger,queue,schedule}', 'hosting');
