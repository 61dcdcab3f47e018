import { AwsV4Signer } from 'aws4fetch'

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

/** The headers of an S3 request signed by AWS Signature Version 4, with those given. `now` is ms UTC. */
export async function signV4(
  { method, url, headers, bodyHash }: Unsigned,
  { key, secret, region }: Signer,
  now: number,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': bodyHash },
    accessKeyId: key,
    secretAccessKey: secret,
    service: 's3',
    region,
    datetime: new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, ''),
    // A range and the type of a body too: what is asked must not change on the way.
    allHeaders: true,
  })
  return Object.fromEntries((await signer.sign()).headers)
}
