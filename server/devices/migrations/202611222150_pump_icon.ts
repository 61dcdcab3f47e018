import { keepWho } from '../../ground/database/keepWho.ts'

/** A pump may have an icon of its own. */
export const id = '202611222150_pump_icon'

export const up = () => `
alter table switch add column icon text;
${keepWho(['switch'], { switch: ['status', 'status_at'] })}
`
