import { z } from 'zod'
import { defineCall } from '../../core/call.ts'
import { id, integer, pageOf, pageQuery, text } from '../../core/values.ts'
import { curve, curveQuery } from '../collect.ts'
import { device, DEVICE_FOLLOWS, deviceRecord } from '../device.ts'
import { deviceTypes } from '../deviceType.ts'
import { recordCalls } from './recordCalls.ts'

const listQuery = z.object({ ...pageQuery, areaId: id.optional(), name: text(100).optional(), eui: text(64).optional() })
const asked = z.object({ asked: z.boolean() })

const GATEWAYS = deviceTypes['4GLora_node']
const gatewayPath = '/wfpe/v2/{t}/device/lora-gateway'
const { record: _, ...gatewayRecords } = recordCalls('4GLora_node', gatewayPath, `${gatewayPath}/{id}`)

/** 4G LoRa gateways (2§7): the same device and history as any other. */
export const loraGatewayCalls = {
  ...gatewayRecords,
  list: defineCall({
    method: 'GET',
    path: `${gatewayPath}/list`,
    permission: GATEWAYS.code,
    summary: 'The 4G LoRa gateways, by name',
    query: listQuery,
    answer: pageOf(device),
    follows: DEVICE_FOLLOWS,
  }),
  details: defineCall({
    method: 'GET',
    path: `${gatewayPath}/{id}/details`,
    permission: GATEWAYS.code,
    summary: 'A 4G LoRa gateway with what it stands behind',
    answer: deviceRecord,
    follows: DEVICE_FOLLOWS,
  }),
  configure: defineCall({
    method: 'PUT',
    trail: 'device',
    path: `${gatewayPath}/{id}/configure`,
    permission: GATEWAYS.codes.edit,
    summary: 'Sets the reporting period (minutes, at least 5: DEVICE-LIMITS-03) and tells the device',
    body: z.object({ reportingMinutes: integer(5, 1440) }),
    answer: z.object({ asked: z.boolean(), reportingMinutes: z.int() }),
  }),
  history: defineCall({
    method: 'GET',
    path: `${gatewayPath}/{id}/history`,
    permission: GATEWAYS.code,
    summary: 'The curves of its items, as of any device. Fails with error.range.empty',
    query: z.object(curveQuery),
    answer: z.array(curve),
    follows: ['item'],
  }),
  refresh: defineCall({
    method: 'GET',
    path: `${gatewayPath}/{id}/refresh`,
    permission: GATEWAYS.code,
    summary: 'Asks it to report now; `asked` is false where it is not connected',
    whileViewing: false,
    answer: asked,
  }),
}

const NODES = deviceTypes.lorawan_node
const nodePath = '/wfpe/v2/{t}/device/lora-node'
const { record: __, ...nodeRecords } = recordCalls('lorawan_node', nodePath, `${nodePath}/{id}`)

/** LoRaWAN nodes (2§7). */
export const loraNodeCalls = {
  ...nodeRecords,
  list: defineCall({
    method: 'GET',
    path: `${nodePath}/list`,
    permission: NODES.code,
    summary: 'The LoRaWAN nodes, by name',
    query: listQuery,
    answer: pageOf(device),
    follows: DEVICE_FOLLOWS,
  }),
  details: defineCall({
    method: 'GET',
    path: `${nodePath}/{id}/details`,
    permission: NODES.code,
    summary: 'A LoRaWAN node with the gateway that it stands behind',
    answer: deviceRecord,
    follows: DEVICE_FOLLOWS,
  }),
  synchronize: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${nodePath}/{id}/synchronize`,
    permission: NODES.codes.edit,
    summary: 'Asks the node, through its gateway, to say all that it knows; `asked` is false where nobody would take it there',
    answer: asked,
  }),
}
