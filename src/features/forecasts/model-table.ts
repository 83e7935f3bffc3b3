/** The model as a table that people can check: its data, and the rates that it expects. */

import { ageSteps, type Cause, type Rates } from '../outcomes/hazard.ts';
import { STAGE_GROUPS, type StageGroup } from '../outcomes/outcome-events.ts';
import type { ForecastModel } from './chances.ts';

const DAYS_A_YEAR = 365.25;

type ModelRow = {
  stage: StageGroup;
  /** Startup-years observed in this state. */
  years: number;
  raises: number;
  acquisitions: number;
  rates: Rates;
};

/** The base rate, which depends only on the stage. */
export function stageRows({ exposure, byStage }: ForecastModel): ModelRow[] {
  return STAGE_GROUPS.map((stage) => ({
    stage,
    ...counted(exposure.total(exposure.rows.filter((row) => row.stage === stage))),
    rates: ratesOf(byStage, stage, 0),
  }));
}

type AgeRow = ModelRow & {
  /** Days since the last event or, before the first, since the founding. */
  daysAgo: { from: number; to: number | null };
};

export function ageRows({ exposure, hazards }: ForecastModel): AgeRow[] {
  return exposure.rows.map((row) => {
    const steps = ageSteps(row.stage);
    return {
      stage: row.stage,
      daysAgo: { from: steps[row.age] ?? 0, to: steps[row.age + 1] ?? null },
      ...counted(exposure.total([row])),
      rates: ratesOf(hazards, row.stage, row.age),
    };
  });
}

function counted({ days, events }: { days: number; events: Record<Cause, number> }) {
  const years = Number((days / DAYS_A_YEAR).toFixed(1));
  return { years, raises: events.raise, acquisitions: events.acquisition };
}

function ratesOf(hazards: ForecastModel['hazards'], stage: StageGroup, age: number): Rates {
  const perYear = (cause: Cause) =>
    Number((hazards[cause].ahead(stage, age) * DAYS_A_YEAR).toFixed(4));
  return { raise: perYear('raise'), acquisition: perYear('acquisition') };
}
