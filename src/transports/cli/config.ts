/** `bellwether config`: the settings, without secrets (docs/settings.md). */
import { loadConfig } from '../../lib/config/config.ts';
import { defineCommand, note, showTable } from './command.ts';

export function command() {
  return defineCommand(
    'config',
    'Settings are environment variables, or lines of a .env file in the working folder. docs/settings.md describes them.',
    'bellwether config',
    'PORT=9000 bellwether config --json',
  )
    .option('--json', 'as JSON')
    .action(({ json }) => {
      const { settings, warnings } = loadConfig(process.env);
      showTable(json, settings);
      for (const warning of warnings) note(`Warning: ${warning}.`);
    });
}
