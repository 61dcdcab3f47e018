export * from '#contract/core/zonedMoment'
