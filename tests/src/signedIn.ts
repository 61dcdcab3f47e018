import { afterAll, vi } from 'vitest'
import { keepTokens } from '#src/api/tokens.ts'
import { startWords } from '#src/i18n/i18n.ts'
import { startAnew } from '#src/session/belongings.ts'
import { loadSession } from '#src/session/session.ts'

const SELF = { id: 1, tenantId: 1, loginName: 'x', realName: 'X', imageUrl: null, tenants: [] }

// What was to be asked a moment later is asked of nobody once a file is through.
afterAll(() => startAnew(''))

/**
 * A console that is signed in, in English, and knows nothing yet. `answer` stands for the server: a Response as it is, anything else as
 * the JSON of one; who asks is `SELF` unless it says otherwise.
 */
export async function signedIn(answer: (url: URL, body: string) => unknown): Promise<void> {
  localStorage.setItem('furrow.language', 'en-US')
  sessionStorage.clear()
  startAnew('')
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    const url = new URL(address, 'http://farm.example')
    const said = (await answer(url, body ?? '')) || (url.pathname === '/iam/stong/v1/users/self' ? SELF : {})
    return said instanceof Response ? said : Response.json(said)
  })
  await startWords()
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, 'signedIn')
  await loadSession()
}
