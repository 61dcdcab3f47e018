import type { FlowBody } from '#contract/flows/flow'
import type { FlowTemplate } from '#contract/flows/template'
import { type Language, say } from '../../ground/words.ts'
import type { FittingDevice } from './fitting.ts'
import { templates } from './templates.ts'

/** A flow from a template, in the words of a language. */
export function fromTemplate(
  template: FlowTemplate,
  { areaId, devices, userId, language }: { areaId: number; devices: readonly FittingDevice[]; userId: number; language: Language },
): FlowBody {
  const words = (of: 'name' | 'note' | 'told') => say(language, `flows:template.${template}.${of}`)
  return {
    areaId,
    name: words('name'),
    note: words('note'),
    groupId: null,
    definition: templates[template]({ devices, userId, told: () => words('told') }),
  }
}
