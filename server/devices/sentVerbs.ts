import type { Verb } from '#contract/core/verb'
import { UPLOAD_LIMITS } from '#contract/insects/picture'
import { firmwareUpdate, photograph, verbs } from '#contract/devices/verbs'
import { uploadToken } from '../ground/files/uploadToken.ts'

const { maxBytes, maxPixels } = UPLOAD_LIMITS

/** The verbs of the contract as they are sent: a message that hands out an address gets the secret part of it as it leaves. */
export function sentVerbs(given: { key: Uint8Array; publicUrl: string | null; port: () => number }): readonly Verb[] {
  const { key, publicUrl, port } = given
  const where = <Name extends string>(name: Name, path: string, id: string) => {
    const address = `${path}/${uploadToken(key, id)}`
    return publicUrl === null ? { [name]: address, port: port() } : { [name]: `${publicUrl}${address}` }
  }
  const wires: Readonly<Record<string, Verb['wire']>> = {
    [photograph.name]: (args) => {
      const { uploadId, path, expires } = photograph.args.parse(args)
      return { verb: photograph.name, args: { ...where('upload', path, uploadId), expires, maxBytes, maxPixels } }
    },
    [firmwareUpdate.name]: (args) => {
      const { offerId, path, ...what } = firmwareUpdate.args.parse(args)
      return { verb: firmwareUpdate.name, args: { ...what, ...where('download', path, offerId) } }
    },
  }
  return verbs.map((verb) => {
    const wire = wires[verb.name]
    return wire ? { ...verb, wire } : verb
  })
}
