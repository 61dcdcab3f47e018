/** The pages of plan packages and of plans, and who fills in their forms: whoever does names varieties, task types, products and batches there. */
export const PLAN_PACKAGES = 'wfpf.farm.farm.planPackage' as const
export const PACKAGE_WRITERS = [PLAN_PACKAGES, `${PLAN_PACKAGES}.ps.create`, `${PLAN_PACKAGES}.ps.edit`] as const
export const PLANS = 'wfpf.farm.farm.plan' as const
export const PLAN_WRITERS = [PLANS, `${PLANS}.ps.create`, `${PLANS}.ps.edit`] as const
