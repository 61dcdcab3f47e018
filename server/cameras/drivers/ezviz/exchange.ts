import type { Target } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { post } from '../post.ts'

// Written from the public reference of the Ezviz open platform (open.ys7.com, as of July 2026): every call is a POST of a form and answers
// {code, msg, data}, code "200" where it was done. How long an answer may take, and how long it may be, it does not say.

const PATIENCE_MS = 6000

export interface CloudAnswer {
  readonly code: string
  /** Empty where the data is none, or a list. */
  readonly data: Readonly<Record<string, unknown>>
  /** Empty where the data is no list. */
  readonly list: readonly unknown[]
}

/** Posts a form to the cloud and answers what it says. Throws CameraTrouble as `post` does, and `unreachable` where it cannot be read. */
export async function exchange(target: Target, path: string, form: Readonly<Record<string, string>>): Promise<CloudAnswer> {
  const sent = { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString(), patienceMs: PATIENCE_MS }
  return answerOf((await post(target, path, sent)).text)
}

function answerOf(text: string): CloudAnswer {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw new CameraTrouble('unreachable')
  }
  const { code, data } = (said ?? {}) as { code?: unknown; data?: unknown }
  if (typeof code !== 'string' && typeof code !== 'number') throw new CameraTrouble('unreachable')
  const list: unknown[] = Array.isArray(data) ? data : []
  const isRecord = typeof data === 'object' && data !== null && !Array.isArray(data)
  return { code: String(code), data: isRecord ? (data as Record<string, unknown>) : {}, list }
}
