/** What forecasts are computed from, made once a registry. */

import { ofRegistry } from '../../published/of-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Course, coursesOf } from './course.ts';
import { type DatedEvent, datedEvents } from './events.ts';

/** The course of every tracked startup, by slug. */
export function courses(registry: Registry): Promise<ReadonlyMap<string, Course>> {
  return ofRegistry(registry, makeCourses);
}

/** What was announced, by startup, oldest first. */
export function eventsByCompany(
  registry: Registry,
): Promise<ReadonlyMap<string, readonly DatedEvent[]>> {
  return ofRegistry(registry, makeEvents);
}

async function makeCourses(registry: Registry) {
  return new Map(coursesOf(registry).map((course) => [course.company, course]));
}

async function makeEvents(registry: Registry) {
  return Map.groupBy(datedEvents(registry), ({ company }) => company);
}
