import { z } from 'zod'
import { defineCall } from '../../core/call.ts'
import { XLSX } from '../../core/resource.ts'
import { id, integer, pageOf, pageQuery, text } from '../../core/values.ts'
import { curve, curveQuery } from '../collect.ts'
import { device, DEVICE_FOLLOWS } from '../device.ts'
import { deviceTypes } from '../deviceType.ts'
import { exportCalls, exportCode } from '../export.ts'
import { faultSpell, logQuery } from '../deviceLog.ts'
import { CONTROL, command, controlAnswer } from '../switch.ts'
import { recordCalls } from './recordCalls.ts'

const { code, codes } = deviceTypes.inverter
const path = '/wfpe/v1/{t}/inverter'
const { add, remove } = recordCalls('inverter', path, `${path}/{id}`)
const byEui = z.object({ eui: text(64) })

/** Inverters (2§7): the record, readings, switches and log of any device. */
export const inverterCalls = {
  add,
  remove,
  all: defineCall({
    method: 'GET',
    path: `${path}/all`,
    permission: code,
    summary: 'The inverters, by name',
    query: z.object(pageQuery),
    answer: pageOf(device),
    follows: DEVICE_FOLLOWS,
  }),
  area: defineCall({
    method: 'GET',
    path: `${path}/area`,
    permission: code,
    summary: 'The inverters of a base, by name',
    query: z.object({ ...pageQuery, areaId: id }),
    answer: pageOf(device),
    follows: DEVICE_FOLLOWS,
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: code,
    summary: 'An inverter; id is its concentratorId',
    answer: device,
    follows: DEVICE_FOLLOWS,
  }),
  control: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/control`,
    permission: CONTROL,
    summary: 'Runs the pump of an inverter (en 1) or stops it (0); as a switch of any device. Fails with error.notFound where it has none',
    body: z.object({ concentratorId: id, en: integer(0, 1), circuit: integer(1, 64).default(1) }),
    answer: controlAnswer,
  }),
  config: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/config`,
    permission: codes.edit,
    summary: 'Asks an inverter to keep this pressure (bar, above 0 and at most 16: DEVICE-LIMITS-04). Ends as a command does',
    body: z.object({ concentratorId: id, targetPressure: z.number().gt(0, 'positive').max(16) }),
    answer: controlAnswer,
  }),
  alarm: defineCall({
    method: 'GET',
    path: `${path}/alarm`,
    permission: code,
    summary: 'What faults an inverter reported of itself, from when until when, newest first',
    query: z.object({ ...logQuery, concentratorId: id }),
    answer: pageOf(faultSpell),
    follows: ['item', 'gateway'],
  }),
  export: defineCall({
    method: 'GET',
    path: `${path}/export`,
    permission: exportCode('inverter'),
    produces: XLSX,
    summary: 'The readings of an inverter over a range as a spreadsheet, as of any device',
    query: exportCalls.readings.query.extend({ concentratorId: id }),
  }),
  connect: defineCall({
    method: 'POST',
    trail: 'device',
    path: `${path}/connect`,
    permission: codes.edit,
    summary: 'Lets an inverter in again that was kept out',
    body: byEui,
    answer: z.object({ enabledFlag: z.int() }),
  }),
  close: defineCall({
    method: 'POST',
    trail: 'device',
    path: `${path}/close`,
    permission: codes.edit,
    summary: 'Keeps an inverter out: its connection ends at once, what it measured stays',
    body: byEui,
    answer: z.object({ enabledFlag: z.int() }),
  }),
  getLog: defineCall({
    method: 'GET',
    path: `${path}/getLog`,
    permission: code,
    summary: 'What was asked of an inverter, newest first',
    query: z.object({ ...pageQuery, concentratorId: id }),
    answer: pageOf(command),
    follows: ['command', 'switch'],
  }),
  history: defineCall({
    method: 'GET',
    path: `${path}/history`,
    permission: code,
    summary: 'The curves of its items, as of any device. Fails with error.range.empty',
    query: z.object({ ...curveQuery, concentratorId: id }),
    answer: z.array(curve),
    follows: ['item'],
  }),
  refresh: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${path}/refresh`,
    permission: code,
    summary: 'Asks an inverter to report now; `asked` is false where it is not connected',
    body: z.object({ concentratorId: id }),
    answer: z.object({ asked: z.boolean() }),
  }),
}
