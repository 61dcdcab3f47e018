// npm run tables: writes the types of the tables (server/**/tables.ts) anew, from a database of its own that the migrations made.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { startCluster } from '#server/ground/database/cluster'
import { openStore } from '#server/ground/database/open'
import { deriveTables } from './deriveTables.ts'

const log = pino({ level: 'silent' })
const dataDir = mkdtempSync(join(tmpdir(), 'furrow-tables-'))
const cluster = await startCluster({ dataDir, log })
try {
  const store = await openStore({ databaseUrl: cluster.url, log })
  for (const [file, text] of await deriveTables(cluster.url)) writeFileSync(file, text)
  await store.close()
} finally {
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
