import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/oauth'
import { encryptPassword } from '#tests/encryptPassword'
import type { Product } from './product.ts'
import { type Figures, interleave, quantile, table, judge } from './rounds.ts'

const RIGHT_EACH = 100
const WRONG_AT_ONCE = 50
const PASSWORD = 'Furrow2026'

/** How long right sign-ins take, in ms, alone and while wrong ones keep coming, each under a name of its own so that none is answered early. */
export async function benchSignIn(product: Product, rounds: number): Promise<string> {
  const key = await (await fetch(`${product.url}/oauth/public/key`)).text()
  const [right, wrong] = [encryptPassword(key, PASSWORD), encryptPassword(key, 'not the password')]
  let wrongs = 0
  let refusedEarly = 0
  // Each who tries has an address of this machine's loopback net: from one address alone the door would soon be shut for a minute.
  const ask = (username: string, password: string, localAddress: string) =>
    new Promise<string | null>((answered, failed) => {
      const body = new URLSearchParams({ grant_type: 'password', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, username, password })
      const asked = request(
        `${product.url}/oauth/oauth/token`,
        { method: 'POST', localAddress, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        (answer) => void json(answer).then((told) => answered((told as { code?: string }).code ?? null), failed),
      )
      asked.once('error', failed)
      asked.end(String(body))
    })

  async function measureRight(): Promise<Figures> {
    const took: number[] = []
    for (let at = 0; at < RIGHT_EACH; at++) {
      const began = performance.now()
      const code = await ask('operator', right, '127.0.0.1')
      if (code != null) throw new Error(`a right sign-in failed: ${code}`)
      took.push(performance.now() - began)
    }
    return { 'p50 ms': quantile(took, 0.5), 'p95 ms': quantile(took, 0.95) }
  }

  async function measureBesideWrong(): Promise<Figures> {
    let on = true
    const before = wrongs
    const began = performance.now()
    const flood = Array.from({ length: WRONG_AT_ONCE }, async (_, worker) => {
      while (on) {
        const code = await ask(`nobody-${worker}-${wrongs++}`, wrong, `127.0.1.${worker + 1}`)
        if (code !== 'error.signIn.wrong') refusedEarly++
      }
    })
    const figures = await measureRight()
    const seconds = (performance.now() - began) / 1000
    on = false
    await Promise.all(flood)
    return { ...figures, 'wrong/s': (wrongs - before) / seconds }
  }

  // An address that failed often is asked for a captcha: what is measured is the check of the password.
  const forget = () => product.owner.query('delete from sign_in_failure')
  const keepForgetting = setInterval(() => void forget().catch(() => undefined), 100)
  try {
    const seen = await interleave(rounds, { alone: measureRight, besideWrong: measureBesideWrong })
    const verdict = judge(rounds, seen)
    const share = seen.besideWrong['p95 ms']! / seen.alone['p95 ms']!
    return [
      table('Right sign-ins', { alone: seen.alone, [`with ${WRONG_AT_ONCE} wrong ones at once`]: seen.besideWrong }),
      `${wrongs} wrong sign-ins, ${refusedEarly} of them answered before their password was checked.\n`,
      verdict(`p95 of right sign-ins beside ${WRONG_AT_ONCE} wrong ones, against that without`, share, 2, 'atMost'),
    ].join('\n')
  } finally {
    clearInterval(keepForgetting)
  }
}
