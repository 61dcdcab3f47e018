import { z } from 'zod'
import { defineCall } from '../../core/call.ts'
import { integer } from '../../core/values.ts'
import { DEVICE_FOLLOWS } from '../device.ts'
import { type DeviceType, deviceTypes } from '../deviceType.ts'
import { gateway } from '../gateway.ts'

const { deviceType: _, ...made } = gateway.create.shape
const { deviceType: __, ...changed } = gateway.update.shape
const version = { objectVersionNumber: integer(1, 2_000_000_000).optional() }

/**
 * The ledger's own addresses of one type's records: the same record as the gateway's, whose type the address says. `one` is the address of
 * a record by its id.
 */
export const recordCalls = <const Path extends string, const One extends string>(type: DeviceType, path: Path, one: One) => {
  const { code, codes } = deviceTypes[type]
  const answer = gateway.record
  return {
    add: defineCall({
      method: 'POST',
      trail: 'device',
      path,
      permission: codes.create,
      summary: `Makes a ${type}; the answer shows its secret, once. Fails with error.device.euiTaken`,
      body: z.object(made),
      answer: answer.extend({ userName: z.string(), secret: z.string() }),
      secret: true,
    }),
    edit: defineCall({
      method: 'PUT',
      trail: 'device',
      path,
      permission: codes.edit,
      summary: `Changes a ${type}; a stale version answers 409`,
      body: z.object(changed),
      answer,
    }),
    remove: defineCall({
      method: 'DELETE',
      trail: 'device',
      path: one,
      permission: codes.delete,
      summary: `Deletes a ${type}; answers 1`,
      query: z.object(version),
      answer: z.literal(1),
    }),
    record: defineCall({ method: 'GET', path: one, permission: code, summary: `The record of a ${type}`, answer, follows: DEVICE_FOLLOWS }),
  }
}
