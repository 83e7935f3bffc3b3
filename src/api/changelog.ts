import { bulkFile } from './operation/kinds.ts';

/** Specification, section 4: GET /api/changelog.json. */
export default bulkFile({
  name: 'get_changelog',
  file: 'changelog.json',
  summary: 'Periods, refresh dates, sector counts, corrections and changes of the method',
  description:
    'What was published when, what was corrected and why, and how the method changed. A period that is not listed was not published.',
  tag: 'Signals',
  hasMirror: true,
});
