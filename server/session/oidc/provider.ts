import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client'
import type { Logger } from 'pino'
import type { OidcConfig } from '../../ground/config.ts'
import { CallFailure } from '../../ground/failure.ts'

/** What the other service says of itself is asked for again after this long, ms. */
const DESCRIBED_MS = 10 * 60_000
const PATIENCE_SECONDS = 10

/** Who somebody is there, and how that was found out (RFC 8176). */
export interface ExternalPerson {
  readonly issuer: string
  readonly subject: string
  readonly amr: readonly string[]
}
export interface Provider {
  readonly urlFor: (attempt: { state: string; nonce: string; verifier: string }) => Promise<string>
  /** Trades the code of a callback. Throws CallFailure error.signIn.providerDown or .providerRefused. */
  readonly personOf: (callback: string, attempt: { state: string; nonce: string; verifier: string }) => Promise<ExternalPerson>
}

/** The configured service. Only the configured address is ever sent along, whatever a request says of its host. */
export function oidcProvider(config: OidcConfig, { log, clock }: { log: Logger; clock: () => number }): Provider {
  const isInsecure = config.issuer.startsWith('http:')
  const client = { client_secret: config.clientSecret, redirect_uris: [config.redirectUrl] }
  let described: { metadata: ServerMetadata; at: number } | null = null

  const refused = (cause: unknown): CallFailure => {
    // The whole cause may hold a code or a token: its name and its own words are enough.
    const { name, code, message } = cause as { name?: string; code?: string; message?: string }
    log.warn({ name, code, why: message }, 'the other service was not believed')
    return new CallFailure('error.signIn.providerRefused')
  }
  async function describe(): Promise<ServerMetadata> {
    if (described && clock() - described.at < DESCRIBED_MS) return described.metadata
    try {
      const found = await discovery(new URL(config.issuer), config.clientId, client, ClientSecretPost(config.clientSecret), {
        timeout: PATIENCE_SECONDS,
        ...(isInsecure ? { execute: [allowInsecureRequests] } : {}),
      })
      const metadata = found.serverMetadata()
      described = { metadata: { ...metadata }, at: clock() }
      return described.metadata
    } catch (cause) {
      log.warn({ why: (cause as Error).message, issuer: config.issuer }, 'the other service does not answer')
      throw new CallFailure('error.signIn.providerDown')
    }
  }
  /** Made for each sign-in, so that its keys are those of now. */
  async function configuration(): Promise<Configuration> {
    const made = new Configuration(await describe(), config.clientId, client, ClientSecretPost(config.clientSecret))
    made.timeout = PATIENCE_SECONDS
    if (isInsecure) allowInsecureRequests(made)
    enableNonRepudiationChecks(made)
    return made
  }
  return {
    urlFor: async ({ state, nonce, verifier }) =>
      buildAuthorizationUrl(await configuration(), {
        redirect_uri: config.redirectUrl,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href,

    async personOf(callback, { state, nonce, verifier }) {
      const made = await configuration()
      const at = new URL(config.redirectUrl)
      at.search = callback
      const answer = await authorizationCodeGrant(made, at, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }).catch((cause: unknown) => {
        const { name, cause: inner } = cause as { name?: string; cause?: { name?: string } }
        const isDown = name === 'TypeError' || name === 'TimeoutError' || inner?.name === 'TimeoutError'
        if (isDown) log.warn({ why: (cause as Error).message }, 'the other service does not answer')
        throw isDown ? new CallFailure('error.signIn.providerDown') : refused(cause)
      })
      const claims = answer.claims()
      if (!claims) throw refused(new Error('no id token'))
      const amr = Array.isArray(claims['amr']) ? claims['amr'].filter((one): one is string => typeof one === 'string') : []
      return { issuer: claims.iss, subject: claims.sub, amr }
    },
  }
}
