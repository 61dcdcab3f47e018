/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'task.participants': 'number[]',
  'task.steps': 'string[]',
  'package_task.steps': 'string[]',
  'task_event.pictures': 'string[]',
  'seed.farming_practices': "import('#contract/farm/seed').Seed['farmingPractices']",
  'seed.product_attributes': "import('#contract/farm/seed').Seed['productAttributes']",
  'batch.stages': "import('#contract/core/field').Stage[]",
  'task.field_versions': 'Record<string, [number, number | null, number]>',
  'activity.field_versions': 'Record<string, [number, number | null, number]>',
  'activity.pictures': 'string[]',
  'activity.weather': "import('#contract/farm/activity').ActivityWeather | null",
}
