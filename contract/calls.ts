import { approvalCalls } from './approvals/approval.ts'
import { definitionCalls } from './approvals/definition.ts'
import type { AnyCall } from './core/call.ts'
import { collectCalls } from './devices/collect.ts'
import { deviceCalls } from './devices/device.ts'
import { gatewayCalls } from './devices/gateway.ts'
import { liveCalls } from './devices/live.ts'
import { aeratorCalls, switchCalls } from './devices/switch.ts'
import { areaCalls } from './farm/area.ts'
import { landCalls } from './farm/land.ts'
import { worker } from './farm/worker.ts'
import { homeCalls } from './home/home.ts'
import { tenantSettingCalls } from './home/tenantSetting.ts'
import { workBenchCalls } from './home/workBench.ts'
import { aplionformCalls } from './inventory/aplionform.ts'
import { weatherCalls } from './map/weather.ts'
import { fileCalls } from './media/files.ts'
import { consultCalls } from './news/consult.ts'
import { messageCalls } from './notices/message.ts'
import { noticeCalls } from './notices/notice.ts'
import { undeliveredCalls } from './notices/undelivered.ts'
import { crop } from './organization/crop.ts'
import { taskType } from './organization/taskType.ts'
import { variety } from './organization/variety.ts'
import { accountCalls } from './session/account.ts'
import { changedCalls } from './session/changed.ts'
import { oauthCalls } from './session/oauth.ts'
import { subModuleCalls } from './session/subModule.ts'
import { tenantCalls } from './session/tenant.ts'
import { themeCalls } from './session/theme.ts'
import { userCalls } from './session/user.ts'

/** Every call, by the name of its group: the operation id in OpenAPI is `<group>.<name>`. */
export const callGroups = {
  oauth: oauthCalls,
  user: userCalls,
  account: accountCalls,
  tenant: tenantCalls,
  tenantSetting: tenantSettingCalls,
  subModule: subModuleCalls,
  home: homeCalls,
  workBench: workBenchCalls,
  consult: consultCalls,
  theme: themeCalls,
  area: areaCalls,
  land: landCalls,
  worker: worker.calls,
  crop: crop.calls,
  variety: variety.calls,
  taskType: taskType.calls,
  device: deviceCalls,
  gateway: gatewayCalls,
  collect: collectCalls,
  switch: switchCalls,
  aerator: aeratorCalls,
  live: liveCalls,
  changed: changedCalls,
  weather: weatherCalls,
  message: messageCalls,
  notice: noticeCalls,
  undelivered: undeliveredCalls,
  file: fileCalls,
  approval: approvalCalls,
  approvalDefinition: definitionCalls,
  aplionform: aplionformCalls,
} as const satisfies Record<string, Record<string, AnyCall>>
export type CallGroups = typeof callGroups

export const calls: readonly (AnyCall & { readonly name: string })[] = Object.entries(callGroups).flatMap(([group, members]) =>
  Object.entries(members as Record<string, AnyCall>).map(([name, call]) => ({ ...call, name: `${group}.${name}` })),
)
