import { describeFiles } from '../support/describe-files.ts';

describeFiles('pipeline/{edition,measures,signals}', 'published');
