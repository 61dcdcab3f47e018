import { keepVersions } from '../../ground/database/keepVersions.ts'

/** Tasks and activities are written without network, and merged field by field. */
export const id = '202611260341_task_versions'

export const up = () => `
${keepVersions(['task', 'activity'], { task: ['made_until', 'made_count'], activity: ['weather', 'no_weather'] })}
`
