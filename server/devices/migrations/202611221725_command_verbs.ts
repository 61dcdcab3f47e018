/**
 * A command is a verb with arguments, has a cause and a rank, may have a longest running time, and is in the hand of one server. What stood
 * in the log was asked by a person, or led a motor's turn.
 */
export const id = '202611221725_command_verbs'

export const up = () => `
alter table command add column verb text, add column args jsonb, add column target text, add column cause text, add column cause_name text,
  add column priority text, add column max_run_ms bigint, add column claimed_by int,
  alter column circuit drop not null, alter column status drop not null, alter column expires_at drop not null;
update command set verb = 'switch.set', args = jsonb_build_object('circuit', circuit, 'status', status), target = 'circuit/' || circuit,
  priority = 'manual', cause = case
    when exists (select from command next where next.after_id = command.id) then 'stopFirst' when author_id is null then 'makeSafe' else 'user' end;
alter table command alter column verb set not null, alter column args set not null, alter column target set not null,
  alter column cause set not null, alter column priority set not null;
comment on column command.verb is 'of contract/devices/verbs.ts';
comment on column command.target is 'what of the device it acts on; of all commands with one target at most one is under way';
comment on column command.circuit is 'of a switch';
comment on column command.status is 'what the target must be seen as before the command is done; null where the answer of the device is all';
comment on column command.expires_at is 'null where it waits for its device, however long that is away';
comment on column command.max_run_ms is 'what it starts is ended after this long';
comment on column command.claimed_by is 'the number of the server that has it in hand: that server holds an advisory lock of this number';
`
