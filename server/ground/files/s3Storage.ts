import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request as plain, type IncomingMessage } from 'node:http'
import { request as secure } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { S3Config } from '../config.ts'
import { CallFailure, notFound } from '../failure.ts'
import { EMPTY_HASH, signV4 } from './signV4.ts'
import type { FileStorage, Kept } from './storage.ts'

const SILENCE_MS = 30_000

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key: string
  readonly headers?: Readonly<Record<string, string>>
  readonly file?: Kept
}

/** Files in a bucket of an S3-compatible store, by path-style addresses. An object appears there only when its upload is complete. */
export function s3Storage(config: S3Config, { clock, log }: { clock: () => number; log: Logger }): FileStorage {
  const base = config.endpoint.replace(/(?<!\/)\/+$/, '')

  async function ask({ method, key, headers = {}, file }: Asked): Promise<IncomingMessage> {
    const url = new URL(`${base}/${config.bucket}/${key}`)
    const body: Record<string, string> = file ? { 'content-length': String(file.bytes), 'content-type': file.contentType } : {}
    const signed = await signV4({ method, url, headers: { ...headers, ...body }, bodyHash: file?.sha256 ?? EMPTY_HASH }, config, clock())
    const request = (url.protocol === 'https:' ? secure : plain)(url, { method, headers: signed, timeout: SILENCE_MS })
    request.on('timeout', () => request.destroy(new Error(`The file store said nothing for ${SILENCE_MS} ms`)))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.once('error', reject)
    })
    try {
      if (file) {
        // A store that refuses answers before it has read everything: its answer says more than the broken pipe.
        await Promise.race([pipeline(createReadStream(file.path), request), answered])
      } else request.end()
      return await answered
    } catch (cause) {
      answered.catch(() => undefined)
      log.error({ err: cause, method }, 'the file store could not be reached')
      throw new CallFailure('error.unavailable')
    }
  }

  async function expectDone(answer: IncomingMessage, method: string): Promise<void> {
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) {
      answer.resume()
      return
    }
    let words = ''
    for await (const chunk of answer.setEncoding('utf8')) if (words.length < 500) words += String(chunk)
    log.error({ status: statusCode, words: words.slice(0, 500), method }, 'the file store refused')
    throw new CallFailure('error.unavailable')
  }

  return {
    async put(key, file) {
      await expectDone(await ask({ method: 'PUT', key, file }), 'PUT')
      await rm(file.path, { force: true })
    },
    async open(key, { start, end }) {
      const answer = await ask({ method: 'GET', key, headers: { range: `bytes=${start}-${end}` } })
      if (answer.statusCode === 206) return answer
      if (answer.statusCode === 404) {
        answer.resume()
        throw notFound()
      }
      // A store that knows no ranges answers the whole file, which is right only where the whole was asked for.
      if (answer.statusCode === 200 && start === 0 && Number(answer.headers['content-length']) === end + 1) return answer
      if (answer.statusCode === 200) {
        answer.destroy()
        log.error('the file store takes no ranges')
        throw new CallFailure('error.unavailable')
      }
      await expectDone(answer, 'GET')
      throw new CallFailure('error.unavailable')
    },
    async remove(key) {
      const answer = await ask({ method: 'DELETE', key })
      // What is gone already is removed.
      if (answer.statusCode === 404) answer.resume()
      else await expectDone(answer, 'DELETE')
    },
  }
}
