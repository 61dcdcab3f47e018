import i18next from 'i18next'
import { type AnyDocumentFull, defineDocument } from '#contract/core/document'
import { type Field, choiceOrNone, day, neededQuantity, neededReference, reference, shortText, switchedFlag } from '#contract/core/field'
import documents from '#locales/en-US/documents' with { type: 'json' }
import { documentScreens } from '#src/documents/documentScreens.tsx'

/** A kind of document with every kind of field that a line may have, and without prices. */
export const trial = defineDocument({
  name: 'aplionform',
  area: 'trial',
  path: '/wfpf/v1/{t}/trial',
  page: '/trial',
  code: 'wfpf.trial',
  prefix: 'TR',
  trail: 'aplionform',
  header: { keeperId: reference('worker'), reason: choiceOrNone(['loss', 'gift']), onDay: day() },
  line: {
    workerId: neededReference('worker'),
    grade: choiceOrNone(['first', 'second']),
    quantity: neededQuantity(),
    best: day(),
    open: switchedFlag(0),
    note: shortText(40),
  },
})
const label = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const labels = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, label(name)]))
const words = {
  aplionform: {
    title: 'Trials',
    addTitle: 'New trial',
    editTitle: 'Edit trial',
    infoTitle: 'Trial',
    lead: 'Lead',
    add: 'Add trial',
    empty: 'None',
    fields: { ...labels(trial.header), double: 'Double' },
    line: { ...labels(trial.line), twice: 'Twice' },
    choices: { reason: { loss: 'Loss', gift: 'Gift' }, grade: { first: 'First grade', second: 'Second grade' } },
  },
}
/** Gives the console the words of the trial, and of every document. */
export function addTrialWords() {
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'trial', words)
}

/** How often inputs of lines were drawn, by their field. */
export const drawn = new Map<string, number>()
const draw = (name: string) => void drawn.set(name, (drawn.get(name) ?? 0) + 1)
/** What the input of a field reads of it whenever it is drawn, and nothing else does while a line is typed into. */
function count(name: 'note' | 'workerId', read: 'schema' | 'target') {
  const field: Field = trial.line[name]
  const { [read]: value } = field
  Object.defineProperty(field, read, { get: () => (draw(name), value) })
}
count('note', 'schema')
count('workerId', 'target')

export const trialScreens = documentScreens(trial, {
  columns: ['keeperId', 'reason'],
  filters: ['keeperId', 'reason', 'onDay'],
  header: [['title', 'areaId'], ['keeperId', 'reason', 'onDay'], ['remark']],
  line: { widths: { workerId: 200, grade: 120, quantity: 100, best: 140, open: 60, note: 160 }, head: 'workerId' },
  inputs: {
    line: {
      open: ({ row, inLine, setLine }) => {
        draw('open')
        return (
          <button type="button" aria-label={inLine!.called} onClick={() => setLine({ note: `row ${row}`, quantity: '7' })}>
            fill
          </button>
        )
      },
    },
  },
  lineColumns: [{ name: 'twice', after: 'quantity', width: 90, Cell: ({ line }) => <i>{`x${String(line['quantity'])}`}</i> }],
  facts: { double: ({ of }) => `${of.lineCount} x 2` },
  beside: ({ of }) => <p>{`beside ${of.code}`}</p>,
})

export const aLine = (id: number, more: object = {}) => ({
  id,
  amount: null,
  planned: '1.000000',
  done: '0.000000',
  taken: '0.000000',
  lost: '0.000000',
  pending: '0.000000',
  underWay: '0.000000',
  unitName: null,
  stockUnit: null,
  sourceLineId: null,
  workerId: 11,
  grade: 'first',
  quantity: `${id}.00`,
  best: '2026-08-01',
  open: 0,
  note: `note ${id}`,
  labels: { workerId: 'Lin' },
  ...more,
})
/** A draft of the trial with these lines. */
export const aTrial = (lines: readonly ReturnType<typeof aLine>[], more: object = {}): AnyDocumentFull => ({
  id: 5,
  code: 'TR5',
  areaId: 1,
  areaName: 'Home base',
  title: 'Trial of seeds',
  remark: null,
  applicantId: 1,
  applicantName: 'X',
  auditStatus: 'draft',
  createdAt: 1,
  submittedAt: null,
  updatedAt: 1,
  total: null,
  processId: null,
  progress: null,
  closeReason: null,
  arrived: null,
  sourceId: null,
  source: null,
  made: [],
  attachments: [],
  objectVersionNumber: 1,
  keeperId: 12,
  reason: 'loss',
  onDay: null,
  labels: { keeperId: 'Mei' },
  actions: ['edit'],
  lineCount: lines.length,
  lines,
  ...more,
})
