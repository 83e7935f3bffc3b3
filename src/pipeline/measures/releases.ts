/** Releases in the copies of a set, without pre-releases and builds. */
import { dayNumber, isWithin } from '../ledger/row-queries.ts';
import { type Measure, type Statement, weekOf, whole } from './statement.ts';
import { FOUR_WEEKS, MAX_NAMED } from './windows.ts';

/** Releases of all time: the history of all periods has their days. */
const copyReleases: Statement = {
  name: 'copy_releases',
  reads: [],
  sql: (_, { through }) => `
    SELECT number, ${dayNumber('day')} AS day, tag
    FROM copies JOIN releases
      ON releases.company = copies.company AND releases.repository = copies.repository
    WHERE (kind IS NULL OR kind = 'release') AND ${isWithin({ since: Number.NEGATIVE_INFINITY, through })}`,
};

/** Many tags on one day are one. */
export const releaseDays: Measure = {
  name: 'release-days',
  meaning: 'Days with a release, by ISO week',
  unit: 'days',
  section: '5 Classify',
  reads: [copyReleases],
  sql: () => `
    SELECT setNumber, ${weekOf('day')} AS week, ${whole('count(DISTINCT day)')} AS releaseDays
    FROM copy_releases JOIN held ON held.number = copy_releases.number
    GROUP BY setNumber, ${weekOf('day')}`,
};

export const releases: Measure = {
  name: 'releases',
  meaning: `Releases of the 28 days to D, the newest ${MAX_NAMED} of them by name`,
  unit: 'tags',
  section: '5 Classify',
  reads: [copyReleases],
  sql: () => `
    SELECT setNumber, week, ${whole('total')} AS total, copy, day, tag, ${whole('place')} AS place
    FROM (
      SELECT frames.setNumber AS setNumber, frames.week AS week, copy, day, tag,
        count(*) OVER (PARTITION BY frames.setNumber, frames.week) AS total,
        row_number() OVER (
          PARTITION BY frames.setNumber, frames.week ORDER BY day DESC, copy DESC, tag DESC
        ) AS place
      FROM frames
      JOIN held ON held.setNumber = frames.setNumber
      JOIN copy_releases ON copy_releases.number = held.number
      WHERE day > lastDay - ${FOUR_WEEKS} AND day <= lastDay
    ) AS named
    WHERE place <= ${MAX_NAMED}`,
};
