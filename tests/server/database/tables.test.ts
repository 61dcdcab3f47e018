import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deriveTables } from './deriveTables.ts'
import { startTestDatabase } from './testDatabase.ts'

test('the types of the tables are those of the database that the migrations make', async () => {
  const database = await startTestDatabase()
  try {
    for (const [file, text] of await deriveTables(database.url)) expect(readFileSync(file, 'utf8'), `${file}: npm run tables`).toBe(text)
  } finally {
    await database.close()
  }
}, 60_000)
