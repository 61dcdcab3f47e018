import type { AnyCall, CallAnswer, CallInput } from '#contract/core/call'
import { storedLanguage } from '#src/i18n/language.ts'
import { takesKey } from '#contract/core/idempotencyKey'
import { keyOf } from './actKeys.ts'
import { type CallFailure, type Input, isFailure, send } from './send.ts'
import { accessToken, isStale, refreshTokens, tokensAreOf } from './tokens.ts'

export { isFailure }
export type { CallFailure }

/** The call's parts; `{t}` may be left out: the current tenant fills it. */
export type GivenInput<C extends AnyCall> = {
  params?: Partial<CallInput<C>['params']>
  query?: CallInput<C>['query']
  body?: CallInput<C>['body']
}
export interface CallOptions {
  signal?: AbortSignal | undefined
  /** No tip is shown on a failure: the caller shows it in its own place. */
  quiet?: boolean | undefined
  /** How long the answer is waited for; 30 s unless told. */
  seconds?: number | undefined
  /** Goes on its way though the page is closed meanwhile. */
  keepalive?: boolean | undefined
  /** Said again it is another act, never the one before that nobody answered: a direction that is still held. */
  anew?: boolean | undefined
  /** Hears how far the changes that the call follows were counted before it was read (contract/session/standsHeader.ts). */
  stands?: ((said: string) => void) | undefined
  /** The key of the act, of who does it again after a long time; else one is made (src/api/actKeys.ts). */
  key?: string | undefined
  /** Hears when the answer was read, ms of this device's clock, where nobody answers and an older one is given; null of one that came now. */
  kept?: ((at: number | null) => void) | undefined
}

/** What the console does when a call fails or its session ends; set once at start, so that this file draws nothing. */
export interface Reactions {
  failed(failure: CallFailure): void
  sessionLost(): void
}
let reactions: Reactions = { failed: () => undefined, sessionLost: () => undefined }
export const reactWith = (given: Reactions): void => {
  reactions = given
}

let tenantId = -1
let owner = ''
/** The tenant that fills `{t}`; -1 while nobody is known (TENANT-06). `whose` (`<user> <tenant>`) is what is read kept for; '' keeps nothing. */
export const actIn = (tenant: number, whose = ''): void => {
  tenantId = tenant
  owner = whose
}
/** How long an answer is waited for where an older one is kept, ms: a line that says nothing is as good as none. */
const KEPT_PATIENCE_MS = 6000

/**
 * Makes one call. Resolves to the answer or, for any failure, to its body with `failed: true` and the HTTP status; it never throws.
 * A 401 is answered by one renewal of the token for all calls that met it, and by trying again; where that fails the session is over.
 */
export async function call<C extends AnyCall>(
  declaration: C,
  input: GivenInput<C> = {},
  { signal, quiet = false, stands, seconds, keepalive, anew = false, key, kept }: CallOptions = {},
): Promise<CallAnswer<C> | CallFailure> {
  const whole: Input = {
    params: { t: tenantId, ...(input.params as Record<string, string | number> | undefined) },
    query: input.query,
    body: input.body,
  }
  const act =
    takesKey(declaration) && !anew && key === undefined ? keyOf(JSON.stringify([declaration.method, declaration.path, whole])) : undefined
  const sent = sendSigned(declaration, whole, { signal, stands, seconds, keepalive, key: key ?? act?.key })
  const answer = await (declaration.offline && owner !== '' ? orKept(declaration, whole, sent, kept) : sent)
  act?.ended(!isFailure(answer) || (answer.status > 0 && answer.status < 500))
  if (!isFailure(answer)) return answer as CallAnswer<C>
  if (answer.status === 401 && declaration.permission !== 'public') reactions.sessionLost()
  else if (!quiet && answer.code !== 'error.aborted') reactions.failed(answer)
  return answer
}

/**
 * Keeps what comes, and gives what came before where nothing does. What was searched for is not kept, there would be as many answers as words:
 * all that is offered is given in its place.
 */
async function orKept(declaration: AnyCall, input: Input, sent: Promise<unknown>, kept: CallOptions['kept']): Promise<unknown> {
  // Nobody who is about to sign in needs it.
  const { keepAnswer, keptAnswer } = await import('#src/kept/reads.ts')
  const whose = owner
  const { search, ...query } = (input.query ?? {}) as { readonly search?: string }
  const key = JSON.stringify([declaration.path, input.params, Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1))])
  const isSearched = search !== undefined
  const isHere = sent.then((answer) => {
    if (!isFailure(answer) && !isSearched && owner === whose && tokensAreOf(Number(whose.split(' ')[0])))
      void keepAnswer(whose, key, answer)
    return answer
  })
  const late = new Promise<typeof LATE>((resolve) => setTimeout(() => resolve(LATE), KEPT_PATIENCE_MS))
  const first = await Promise.race([isHere, late])
  const isMissing = first === LATE || (isFailure(first) && (first.status === 0 || first.status > 501) && first.code !== 'error.aborted')
  const before = isMissing ? await keptAnswer(whose, key) : null
  if (before && owner === whose) {
    kept?.(before.at)
    return before.answer
  }
  const answer = await isHere
  if (!isFailure(answer)) kept?.(null)
  return answer
}
const LATE = Symbol('late')

const sendSigned = (
  declaration: AnyCall,
  input: Input,
  options: Pick<CallOptions, 'signal' | 'stands' | 'seconds' | 'keepalive'> & { key: string | undefined },
): Promise<unknown> => inSession((given) => send(declaration, input, { ...given, ...options }), declaration.permission === 'public')

/** What every request carries. */
export interface Carried {
  readonly token: string | null
  readonly language: string
}

/** Sends with a token that is good: renewed before where it is about to end, and once more where the server says that it has ended. */
async function inSession(trySend: (given: Carried) => Promise<unknown>, isPublic: boolean): Promise<unknown> {
  const language = storedLanguage()
  if (isStale()) await refreshTokens(accessToken(), language)
  const token = accessToken()
  const answer = await trySend({ token, language })
  if (!isFailure(answer) || answer.status !== 401 || isPublic) return answer
  const outcome = await refreshTokens(token, language)
  if (outcome === 'lost') return answer
  if (outcome === 'unreachable') return { ...answer, status: 0, code: 'error.network', message: '' } satisfies CallFailure
  return trySend({ token: accessToken(), language })
}

/** For what is no call of JSON, such as a file: sends as a call does, in the session and for the current tenant, and shows no tip. */
export async function sendInSession<Answer>(
  trySend: (given: Carried & { readonly tenantId: number }) => Promise<Answer | CallFailure>,
): Promise<Answer | CallFailure> {
  const answer = (await inSession((given) => trySend({ ...given, tenantId }), false)) as Answer | CallFailure
  if (isFailure(answer) && answer.status === 401) reactions.sessionLost()
  return answer
}

/** A failed call as an error, for React Query. */
export class CallError extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.message === '' ? failure.code : failure.message)
    this.failure = failure
  }
}

/** Turns a `CallFailure` into a thrown {@link CallError}. */
export async function orThrow<T>(answer: Promise<T | CallFailure>): Promise<T> {
  const settled = await answer
  if (isFailure(settled)) throw new CallError(settled)
  return settled
}
