import { findPostgres } from '../fixtures/database/postgres-server.ts';
import { canInstallPackages, installPackage } from './system-packages.ts';

/** Installs PostgreSQL if it is missing and this process may install it. Without it the tests use PGlite. */
export async function installPostgres(): Promise<void> {
  if (findPostgres() !== undefined) return;
  if (!canInstallPackages()) {
    console.log(
      'No PostgreSQL was found: the database tests run on PGlite. On Debian: sudo apt-get install postgresql',
    );
    return;
  }
  try {
    await installPackage('postgresql', 'PostgreSQL');
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
}
