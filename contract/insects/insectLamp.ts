import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, text } from '../core/values.ts'
import { curve, curveQuery, rangeQuery } from '../devices/collect.ts'
import { device, DEVICE_FOLLOWS, deviceRecord } from '../devices/device.ts'
import { settingsCalls } from '../devices/settings.ts'
import { controlAnswer } from '../devices/switch.ts'
import { IDENTIFY, LAMP_EDIT, LAMP_PAGE, PEST, PEST_EDIT } from './insectType.ts'
import { boxWritten, drawnPicture, MAX_BOXES, picture, PICTURE_FOLLOWS, pictureRef } from './picture.ts'

const path = '/wfpe/v1/{t}/insect-lamp'
const one = `${path}/{imei}` as const
const read = [PEST, LAMP_PAGE] as const
const act = [PEST_EDIT, LAMP_EDIT] as const
const range = { startTime: rangeQuery.startTime.optional(), endTime: rangeQuery.endTime.optional() }

/** Insect lamps (2§7), by their EUI, which the documents call imei: the record, settings, switches and readings of any device. */
export const insectLampCalls = {
  page: defineCall({
    method: 'GET',
    path: `${path}/page`,
    permission: read,
    summary: 'The lamps, by name, each with its newest picture',
    query: z.object({ ...pageQuery, areaId: id.optional(), name: text(100).optional(), eui: text(64).optional() }),
    answer: pageOf(device.extend({ newestPicture: picture.nullable() })),
    follows: [...DEVICE_FOLLOWS, 'insectPicture'],
  }),
  get: defineCall({
    method: 'GET',
    path: one,
    permission: read,
    summary: 'A lamp with its newest picture',
    answer: deviceRecord.extend({ newestPicture: picture.nullable() }),
    follows: [...DEVICE_FOLLOWS, 'insectPicture'],
  }),
  historyImages: defineCall({
    method: 'GET',
    path: `${one}/history-images`,
    permission: read,
    summary: 'The pictures of a lamp, the newest first. Fails with error.range.empty',
    query: z.object({ ...pageQuery, ...range }),
    answer: pageOf(picture),
    follows: PICTURE_FOLLOWS,
  }),
  historyData: defineCall({
    method: 'GET',
    path: `${one}/history-data`,
    permission: read,
    summary: 'The curves of what a lamp measures, as of any device. Fails with error.range.empty',
    query: z.object(curveQuery),
    answer: z.array(curve),
    follows: ['item'],
  }),
  configure: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/configure`,
    permission: act,
    summary:
      'Gives a lamp all of its settings, and arranges its timed photographs; ends as a command does. What is out of the limits (DEVICE-LIMITS-01 to -03) is said beside its name',
    body: z.object({ imei: text(64), values: z.record(z.string(), z.unknown()) }),
    answer: controlAnswer,
  }),
  getConfigure: defineCall({
    method: 'GET',
    path: `${one}/get-configure`,
    permission: read,
    summary: 'What a lamp confirmed and was asked last, and when it is photographed next (null: not by the clock)',
    answer: settingsCalls.get.answer.extend({ nextPhotographAt: z.int().nullable() }),
    follows: ['command', 'gateway', 'insectPicture'],
  }),
  controlDevice: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${one}/control-device`,
    permission: act,
    summary: 'Starts the control mode of a lamp (its first circuit) for 60 to 480 minutes, or ends it',
    body: z.object({ status: integer(0, 1), minutes: integer(60, 480).optional() }),
    answer: controlAnswer,
  }),
  deviceSwitch: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${one}/device-switch`,
    permission: act,
    summary: 'Turns a circuit of a lamp',
    body: z.object({ circuit: integer(1, 64), status: integer(0, 2) }),
    answer: controlAnswer,
  }),
  photograph: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${one}/photograph`,
    permission: act,
    summary: 'Asks a lamp for a picture now: hands it an address for one upload, good for ten minutes',
    answer: controlAnswer,
  }),
  analysis: defineCall({
    method: 'GET',
    path: `${one}/analysis`,
    permission: read,
    summary: "What was found on a lamp's newest picture, or on the one that is named; null before there is one",
    query: z.object({ pictureId: id.optional() }),
    answer: drawnPicture.nullable(),
    follows: PICTURE_FOLLOWS,
  }),
  simSelect: defineCall({
    method: 'GET',
    path: `${one}/sim_select`,
    permission: read,
    summary: 'The SIM of a lamp',
    answer: z.object({ imei: z.string(), iccid: z.string().nullable(), presence: device.shape.presence, heardAt: z.int().nullable() }),
    follows: ['gateway'],
  }),
  drawManually: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/draw-manually`,
    permission: [PEST_EDIT, IDENTIFY],
    summary:
      "Says which insects are on a picture, in place of all boxes that counted before; the machine's stay beside them. A stale version answers 409",
    body: z.object({ ...pictureRef, objectVersionNumber: integer(1, 2_000_000_000), boxes: z.array(boxWritten).max(MAX_BOXES) }),
    answer: drawnPicture,
  }),
  reIdentify: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/re-identify`,
    permission: [PEST_EDIT, IDENTIFY],
    summary: "Has the machine look at a picture again; what a person drew stays and goes on counting. The answer's state is `waiting`",
    body: z.object(pictureRef),
    answer: drawnPicture,
  }),
  statusCurve: defineCall({
    method: 'GET',
    path: `${one}/status-curve`,
    permission: read,
    summary: 'When a lamp was there and when its circuits were on, over a range; each list begins with what held at its start',
    query: z.object(rangeQuery),
    answer: z.object({
      online: z.array(z.object({ at: z.int(), presence: device.shape.presence })),
      circuits: z.array(z.object({ circuit: z.int(), name: z.string(), changes: z.array(z.object({ at: z.int(), status: z.int() })) })),
    }),
    follows: ['gateway', 'switch'],
  }),
}
