/**
 * Roles that changed hands: in one commit a package of a role left a repository and another one of the
 * same role and ecosystem came. Which packages have a role is the registry's to say.
 */

import { frameWeeks } from './frame-weeks.ts';
import { copyPackages } from './packages.ts';
import { type Measure, type Statement, whole } from './statement.ts';
import { FOUR_WEEKS, MAX_NAMED } from './windows.ts';

/** A commit with more packages on both sides replaces a resolved list, or a whole project. */
const MAX_SWAPPED = 25;

/** No day. */
const NEVER = 1_000_000;

const CHANGES_OF_PACKAGE = 'PARTITION BY number, dependency ORDER BY day';
const BEFORE = `OVER (${CHANGES_OF_PACKAGE} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
const AFTER = `OVER (${CHANGES_OF_PACKAGE} ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)`;

/**
 * Changes of packages that have a role. `contraryBefore` is the last day of a change to the contrary,
 * `changedAfter` the first day on which a package is removed, or a removed one is added. For a frame
 * without rows, every engine gives NULL for a CASE without ELSE.
 */
const rolePackages: Statement = {
  name: 'role_packages',
  reads: [copyPackages],
  sql: () => `
    SELECT number, day, week, sha, ecosystem, role, family, changes.dependency AS dependency, isAdded,
      contraryBefore, changedAfter
    FROM (
      SELECT number, day, week, sha, ecosystem, dependency, isAdded, balance,
        coalesce(CASE WHEN isAdded = 1 THEN max(CASE WHEN isAdded = 0 THEN day END) ${BEFORE}
          ELSE max(CASE WHEN isAdded = 1 THEN day END) ${BEFORE} END, 0) AS contraryBefore,
        coalesce(CASE WHEN isAdded = 1 THEN min(CASE WHEN isAdded = 0 THEN day END) ${AFTER}
          ELSE min(CASE WHEN day > 0 THEN day END) ${AFTER} END, ${NEVER}) AS changedAfter
      FROM copy_packages WHERE dependency IN (SELECT dependency FROM package_roles)
    ) AS changes
    JOIN package_roles ON package_roles.dependency = changes.dependency
    -- Another manifest had it before, or has it still.
    WHERE balance <= isAdded
      AND (number, day, sha) NOT IN (
        SELECT number, day, sha FROM copy_packages GROUP BY number, day, sha
        HAVING least(count(CASE WHEN isAdded = 0 THEN 1 END), count(CASE WHEN isAdded = 1 THEN 1 END))
          > ${MAX_SWAPPED}
      )`,
};

/** For each period, the changes of its last 28 days that were not reverted by its end. */
const roleChanges: Statement = {
  name: 'role_changes',
  reads: [rolePackages, frameWeeks],
  sql: () => `
    SELECT frames.setNumber AS setNumber, frames.week AS week, held.copy AS copy, gone.role AS role,
      gone.dependency AS gone, came.dependency AS came, gone.day AS day, gone.sha AS sha
    FROM role_packages AS gone
    JOIN role_packages AS came
      ON came.number = gone.number AND came.day = gone.day AND came.sha = gone.sha
      AND came.role = gone.role AND came.ecosystem = gone.ecosystem
    JOIN held ON held.number = gone.number
    JOIN frame_weeks AS frames
      ON frames.setNumber = held.setNumber AND frames.dayWeek = gone.week
    WHERE gone.isAdded = 0 AND came.isAdded = 1 AND came.family <> gone.family
      AND gone.contraryBefore < gone.day - ${FOUR_WEEKS}
      AND came.contraryBefore < gone.day - ${FOUR_WEEKS}
      AND ago < ${FOUR_WEEKS / 7}
      AND least(gone.changedAfter, came.changedAfter) > frames.lastDay`,
};

export const replacedRoles: Measure = {
  name: 'replaced-roles',
  meaning: 'Roles of packages that changed hands in the 28 days to D',
  unit: 'roles',
  section: '5 Classify',
  reads: [roleChanges],
  sql: () => `
    SELECT setNumber, week, ${whole('count(DISTINCT role)')} AS replaced
    FROM role_changes GROUP BY setNumber, week`,
};

export const replacedPackages: Measure = {
  name: 'replaced-packages',
  meaning: `Packages of these roles that left and came, the newest ${MAX_NAMED} pairs by name`,
  unit: 'packages',
  section: '5 Classify',
  reads: [roleChanges],
  sql: () => `
    SELECT setNumber, week, copy, day, role, gone, came, sha, ${whole('place')} AS place
    FROM (
      SELECT frames.setNumber AS setNumber, frames.week AS week, copy, day, role, gone, came, sha,
        row_number() OVER (
          PARTITION BY frames.setNumber, frames.week ORDER BY day DESC, copy, role, gone, came
        ) AS place
      FROM frames
      JOIN role_changes AS changes
        ON changes.setNumber = frames.setNumber AND changes.week = frames.week
    ) AS named
    WHERE place <= ${MAX_NAMED}`,
};
