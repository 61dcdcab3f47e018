import { createHash, createHmac } from 'node:crypto'

export interface Unsigned {
  readonly method: string
  readonly url: URL
  /** Lower-case names; all of them are signed. `host` is added. */
  readonly headers: Readonly<Record<string, string>>
  /** Lower-case hex of the body's SHA-256. */
  readonly bodyHash: string
}
export interface Signer {
  readonly key: string
  readonly secret: string
  readonly region: string
}

/** SHA-256 of nothing. */
export const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** The headers of an S3 request signed by AWS Signature Version 4, with those given. `now` is ms UTC. */
export function signV4({ method, url, headers, bodyHash }: Unsigned, { key, secret, region }: Signer, now: number): Record<string, string> {
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = moment.slice(0, 8)
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': moment }
  const names = Object.keys(all).toSorted()
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((step) => escaped(decodeURIComponent(step)))
    .join('/')
  const signed = names.join(';')
  const canonical = [method, path, query, ...names.map((name) => `${name}:${all[name]!.trim()}`), '', signed, bodyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(signingKey as Buffer, text).toString('hex')
  return { ...all, authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${signed},Signature=${signature}` }
}
