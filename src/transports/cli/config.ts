import { loadConfig } from '../../lib/config/config.ts';
import { Command } from './options.ts';
import { note, say } from './terminal.ts';

export function configCommand(): Command {
  return new Command('config')
    .summary('print the settings and where each comes from')
    .description(
      'Settings are environment variables, or lines of a .env file in the working folder. docs/settings.md describes them.',
    )
    .examples('bellwether config', 'PORT=9000 bellwether config')
    .action(() => {
      const { settings, warnings } = loadConfig(process.env);
      const width = Math.max(...settings.map(({ name }) => name.length));
      for (const { name, value, source } of settings)
        say(`${name.padEnd(width)}  ${value}  (${source})`);
      for (const warning of warnings) note(`Warning: ${warning}.`);
    });
}
