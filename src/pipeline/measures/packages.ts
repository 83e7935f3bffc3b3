/**
 * Packages that left a company's repositories in four weeks, and packages that came. A package that was
 * both added and removed in a window counts as neither.
 */
import { dayNumber, isWithin } from '../ledger/row-queries.ts';
import { frameWeeks } from './frame-weeks.ts';
import { type Measure, type Statement, weekOf, whole } from './statement.ts';
import { FOUR_WEEKS, MAX_NAMED } from './windows.ts';

/**
 * Packages have numbers as well, which are grouped sooner than names. `balance` is how often one was added
 * more than removed in its repository, so far.
 */
export const copyPackages: Statement = {
  name: 'copy_packages',
  reads: [],
  sql: ({ numberOfText }, { through }) => `
    SELECT number, day, ${weekOf('day')} AS week, package, ecosystem, dependency, isAdded, sha,
      ${whole(`sum(CASE WHEN isAdded = 1 THEN 1 ELSE -1 END) OVER (
        PARTITION BY number, package ORDER BY day, isAdded ROWS UNBOUNDED PRECEDING)`)} AS balance
    FROM (
      SELECT number, ${dayNumber('day')} AS day, ${numberOfText('dependency')} AS package, dependency,
        substring(dependency, 1, position(':' IN dependency)) AS ecosystem,
        CASE WHEN change = 'added' THEN 1 ELSE 0 END AS isAdded, coalesce("commit", '') AS sha
      FROM copies JOIN dependencies
        ON dependencies.company = copies.company AND dependencies.repository = copies.repository
      WHERE ${isWithin({ since: Number.NEGATIVE_INFINITY, through })}
    ) AS changes`,
};

/** The changes of each package in a copy in the 28 days to the end of each period. */
const changedPackages: Statement = {
  name: 'changed_packages',
  reads: [copyPackages, frameWeeks],
  sql: () => `
    SELECT ends.setNumber AS setNumber, ends.week AS week, copy, package, ecosystem,
      max(isAdded) AS isAdded, min(isAdded) AS minAdded, count(*) AS changes,
      CASE WHEN max(isAdded) = 1 THEN max(balance) ELSE min(balance) END AS balance,
      max(day) AS day
    FROM copy_packages
    JOIN held ON held.number = copy_packages.number
    JOIN frame_weeks AS ends
      ON ends.setNumber = held.setNumber AND ends.dayWeek = copy_packages.week
    WHERE ago < ${FOUR_WEEKS / 7}
    GROUP BY ends.setNumber, ends.week, copy, package, ecosystem`,
};

/** The packages that left or came. */
const movedPackages: Statement = {
  name: 'moved_packages',
  reads: [changedPackages],
  sql: () => `
    SELECT setNumber, week, copy, package, ecosystem, isAdded, day
    FROM changed_packages
    WHERE (setNumber, week, package) NOT IN (
        SELECT setNumber, week, package FROM changed_packages
        GROUP BY setNumber, week, package HAVING min(minAdded) < max(isAdded)
      )
      -- Another manifest had it before, or has it still.
      AND CASE WHEN isAdded = 1 THEN balance <= changes ELSE balance <= 0 END`,
};

/** The repository and ecosystem where most packages were exchanged; ties by the order of copies. */
const exchangedPackages: Statement = {
  name: 'exchanged_packages',
  reads: [movedPackages],
  sql: () => `
    SELECT setNumber, week, copy, ecosystem
    FROM (
      SELECT setNumber, week, copy, ecosystem,
        row_number() OVER (
          PARTITION BY setNumber, week
          ORDER BY least(gone, came) DESC, copy, newest DESC, ecosystem DESC
        ) AS place
      FROM (
        SELECT setNumber, week, copy, ecosystem, max(day) AS newest,
          count(*) FILTER (WHERE isAdded = 0) AS gone, count(*) FILTER (WHERE isAdded = 1) AS came
        FROM moved_packages GROUP BY setNumber, week, copy, ecosystem
      ) AS ecosystems
    ) AS ranked
    WHERE place = 1`,
};

export const packages: Measure = {
  name: 'packages',
  meaning: `Packages that left and came in the 28 days to D where most were exchanged, the newest ${MAX_NAMED} of each by name`,
  unit: 'packages',
  section: '5 Classify',
  reads: [copyPackages, movedPackages, exchangedPackages],
  sql: () => `
    SELECT setNumber, week, ${whole('total')} AS total, copy, isAdded, day, dependency, sha,
      ${whole('place')} AS place
    FROM (
      SELECT frames.setNumber AS setNumber, frames.week AS week, moved.copy AS copy,
        moved.isAdded AS isAdded, moved.day AS day, dependency, sha,
        count(*) OVER (PARTITION BY frames.setNumber, frames.week, moved.isAdded) AS total,
        row_number() OVER (
          PARTITION BY frames.setNumber, frames.week, moved.isAdded
          ORDER BY moved.day DESC, dependency DESC
        ) AS place
      FROM frames
      JOIN exchanged_packages AS exchange
        ON exchange.setNumber = frames.setNumber AND exchange.week = frames.week
      JOIN moved_packages AS moved
        ON moved.setNumber = frames.setNumber AND moved.week = frames.week
        AND moved.copy = exchange.copy AND moved.ecosystem = exchange.ecosystem
      JOIN held ON held.setNumber = moved.setNumber AND held.copy = moved.copy
      JOIN copy_packages AS changes
        ON changes.number = held.number AND changes.package = moved.package
        AND changes.day = moved.day AND changes.isAdded = moved.isAdded
    ) AS named
    WHERE place <= ${MAX_NAMED}`,
};
