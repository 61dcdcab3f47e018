/** Who tells people of lost devices by other means looks here whether a rule does so already. */
export const id = '202611231801_told_of_loss'

export const up = () => `
alter table watch_state add column tells_loss boolean not null default false;
comment on column watch_state.tells_loss is 'people are told by it where its device is lost, whatever else is so';
create index watch_state_loss on watch_state (device_id) where tells_loss;
`
