import { defineContents } from '../core/contents.ts'
import { banner } from './banner.ts'
import { changes } from './changes.ts'
import { homeCalls } from './home.ts'
import { subModuleCalls } from './subModule.ts'
import { tenantSettingCalls } from './tenantSetting.ts'
import { workBenchCalls } from './workBench.ts'

export const home = defineContents({
  calls: {
    home: homeCalls,
    workBench: workBenchCalls,
    subModule: subModuleCalls,
    tenantSetting: tenantSettingCalls,
    banner: { ...banner.calls, ...banner.actions },
  },
  changes,
})
