import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'furrow-part-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a part that is watched for changes is ready when it says so itself, not when Node says what it watches', async () => {
  const part = join(folder, 'part.mjs')
  writeFileSync(
    part,
    `setTimeout(() => process.send({ ready: true, port: 5 }), 200)
     process.once('disconnect', () => process.exit())`,
  )
  const script = `const { supervise } = await import('./start.mjs')
    const part = supervise('part', ['--watch', ${JSON.stringify(part)}], {}, { stdout: 'ignore' })
    const said = await part.start()
    process.stdout.write(JSON.stringify(said))
    part.process.removeAllListeners('exit').kill()`
  const child = spawn('node', ['--input-type=module', '-e', script], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  await new Promise((ended) => child.once('exit', ended))
  expect(JSON.parse(said)).toEqual({ ready: true, port: 5 })
})
