import { expect, test } from 'vitest'
import { runChaos } from '../../bench/faults.ts'

// The long one, over and over for two minutes, is `npm run bench -- faults`.
test(
  'whatever happens to the database, the disk and the clock: the server lives, nothing acknowledged is lost or doubled, consoles are soon right',
  {
    timeout: 500_000,
  },
  async () => {
    const { broken, text } = await runChaos({ seconds: 1 })
    if (broken.length > 0) process.stdout.write(text)
    expect(broken).toEqual([])
  },
)
