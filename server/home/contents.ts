import type { ServerContents } from '../ground/contents.ts'
import { showingHandlers } from './handlers.ts'
import { subModuleHandlers } from './modules.ts'
import { tenantSettingHandlers } from './tenantSettings.ts'
import { workBenchHandlers } from './workBench.ts'

/** What people of a tenant see first. */
export const home = {
  handlers: (context) => ({
    home: showingHandlers,
    workBench: workBenchHandlers(context),
    subModule: subModuleHandlers(),
    tenantSetting: tenantSettingHandlers(context),
  }),
} satisfies ServerContents<'home'>
