/** Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */

const PREFIX = 'bellwether_';

export type Sample = {
  /** Appended to the metric's name. */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
};

/**
 * A metric with its samples; without any, its name and meaning alone.
 *
 * @param name without the service's prefix
 */
export function metricText(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    // Quotes, backslashes and line ends are escaped as in JSON.
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return `${PREFIX}${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${PREFIX}${name} ${help}\n# TYPE ${PREFIX}${name} ${type}\n${lines.join('')}`;
}
