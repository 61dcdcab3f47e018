import type { ServerContents } from '../ground/contents.ts'
import { bannerHandlers, bannerRules, bannerTurns } from './banner.ts'
import { showingHandlers } from './handlers.ts'
import { subModuleHandlers } from './modules.ts'
import { tenantSettingHandlers } from './tenantSettings.ts'
import { workBenchHandlers } from './workBench.ts'

/** What people of a tenant see first. */
export const home = {
  rules: { banner: bannerRules },
  handlers: (context) => ({
    home: showingHandlers(context),
    workBench: workBenchHandlers(context),
    subModule: subModuleHandlers(),
    tenantSetting: tenantSettingHandlers(context),
    banner: bannerHandlers(context),
  }),
  jobs: ({ clock }: { readonly clock: () => number }) => [bannerTurns(clock)],
} satisfies ServerContents<'home'>
