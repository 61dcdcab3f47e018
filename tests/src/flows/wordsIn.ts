import { createInstance, type TFunction } from 'i18next'
import type { FlowWords } from '#src/flows/flowWords.ts'
import { words as english } from '#src/i18n/words.en-US.ts'
import { words as chinese } from '#src/i18n/words.zh-CN.ts'

const PUMP = { name: 'Pump 1', deviceName: 'Gateway A', kind: 'ordinary' } as const

/** The words of a language, with names of a small base: device 3 "Soil 3", circuit 1 "Pump 1" of "Gateway A", and so on. */
export async function wordsIn(language: string): Promise<FlowWords> {
  const one = createInstance()
  await one.init({
    lng: language,
    resources: { [language]: language === 'zh-CN' ? chinese : english },
    fallbackLng: false,
    interpolation: { escapeValue: false },
  })
  return {
    t: one.t as TFunction,
    item: (code) => String(one.t(`devices:item.${code}` as never)),
    language,
    names: {
      device: (id) => `Soil ${id}`,
      circuit: (id) => (id === 1 ? PUMP : undefined),
      group: (id) => ({ name: `Group ${id}`, first: PUMP }),
      flow: (id) => `Flow ${id}`,
      rule: (id) => `Rule ${id}`,
      person: (id) => `Person ${id}`,
      plot: (id) => `Plot ${id}`,
    },
  }
}
