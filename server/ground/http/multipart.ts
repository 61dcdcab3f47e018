import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { CallFailure } from '../failure.ts'

const FIELDS_MOST = 20
const FIELD_BYTES = 4000
/** A sender that says nothing for so long has gone. */
const SILENCE_MS = 30_000
/** How long the rest of a refused body is read and thrown away, so that its sender hears the answer. */
const LINGER_MS = 10_000

/** One part of a multipart body, as it comes. A file's stream must be read to its end before the next part is asked for. */
export type Part =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly fileName: string; readonly stream: Readable }

/** The parts of a request's body in their order, nothing of it held in memory. Throws CallFailure where it is not multipart, or not whole. */
export async function* readParts(request: FastifyRequest): AsyncGenerator<Part> {
  if (!request.isMultipart()) throw new CallFailure('error.input.mediaType')
  const { raw } = request
  raw.setTimeout(SILENCE_MS, () => raw.destroy())
  try {
    const limits = { files: 1, fields: FIELDS_MOST, fieldSize: FIELD_BYTES, fileSize: Number.POSITIVE_INFINITY }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') yield { kind: 'file', name: part.fieldname, fileName: part.filename ?? '', stream: part.file }
      else if (typeof part.value !== 'string' || part.valueTruncated === true) throw new CallFailure('error.input.invalid')
      else yield { kind: 'field', name: part.fieldname, value: part.value }
    }
  } catch (cause) {
    if (cause instanceof CallFailure) throw cause
    // What busboy refuses is the sender's fault, and so is a body that ends early.
    throw new CallFailure((cause as { statusCode?: number }).statusCode === 413 ? 'error.input.tooLarge' : 'error.input.invalid')
  } finally {
    raw.setTimeout(0)
  }
}

/** A body that is a file alone, as it comes. */
export function readBytes({ raw }: FastifyRequest): Readable {
  raw.setTimeout(SILENCE_MS, () => raw.destroy())
  raw.once('close', () => raw.setTimeout(0))
  return raw
}

/** Reads on to the end of a body that was refused: a browser hears the answer only after it has sent everything. */
export function readToNoEnd({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  const patience = setTimeout(() => raw.destroy(), LINGER_MS)
  raw.once('close', () => clearTimeout(patience))
  raw.once('end', () => clearTimeout(patience))
}
