import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { startCluster } from '../../server/ground/database/cluster.ts'
import { makeTemplate } from './database/testDatabase.ts'

/**
 * vitest globalSetup: one PostgreSQL for the whole run, its superuser's URL in FURROW_TEST_DATABASE_URL, and a migrated database in it that
 * the tests copy. DATABASE_URL, where it is set, is used instead: its user must be able to make databases and roles.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const outside = process.env['DATABASE_URL']
  if (outside) {
    process.env['FURROW_TEST_DATABASE_URL'] = outside
    return makeTemplate()
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-test-'))
  const cluster = await startCluster({
    dataDir,
    log: pino({ level: 'silent' }),
    // Nothing of a test run needs to outlive a power cut.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '400', shared_buffers: '128MB' },
  })
  process.env['FURROW_TEST_DATABASE_URL'] = cluster.url
  await makeTemplate()
  return async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
