import { describe, expect, test } from 'vitest'
import { AREA_USAGES, area } from '#contract/farm/area'
import { LAND_STATES, LAND_TYPES, land } from '#contract/farm/land'
import { worker } from '#contract/farm/worker'
import english from '#locales/en-US/farm' with { type: 'json' }
import chinese from '#locales/zh-CN/farm' with { type: 'json' }

/** The words of a form's fields in the order in which they are asked. */
const labelsOf = (fields: object, words: Readonly<Record<string, string>>) => Object.keys(fields).map((name) => words[name])

describe('the form', () => {
  test('of a base asks what the documents name (LAND-04)', () => {
    expect(labelsOf(area.fields, english.area.fields)).toEqual(
      expect.arrayContaining([
        'Short name',
        'Full name',
        'In charge',
        'Mobile',
        'Landline',
        'Address',
        'Area',
        'Altitude',
        'Business',
        'Cover picture',
        'Pictures',
        'Base number',
      ]),
    )
    expect(labelsOf(area.fields, chinese.area.fields)).toEqual(
      expect.arrayContaining([
        '基地简称',
        '基地全称',
        '负责人',
        '手机',
        '座机',
        '所在地',
        '面积',
        '海拔',
        '经营范围',
        '封面图片',
        '实景图片',
        '基地编号',
      ]),
    )
    expect(AREA_USAGES).toEqual(['plant', 'nurture'])
  })

  test('of a worker asks code, name, type, affiliation, phone and address (LAND-05), and answers workerId and organizationId (LAND-06)', () => {
    expect(Object.keys(worker.fields)).toEqual(expect.arrayContaining(['code', 'name', 'workerType', 'organizationId', 'phone', 'address']))
    expect(labelsOf(worker.fields, chinese.worker.fields)).toEqual(
      expect.arrayContaining(['工号', '姓名', '类型', '所属基地', '电话', '住址']),
    )
    expect(Object.keys(worker.record.shape)).toEqual(expect.arrayContaining(['workerId', 'name', 'organizationId']))
  })

  test('of a plot asks name and type; greenhouse, orchard, field and nurture are its types (LAND-01), its state is told (LAND-07)', () => {
    expect(LAND_TYPES).toEqual(['greenhouse', 'orchard', 'field', 'nurture'])
    expect(LAND_STATES).toEqual(['free', 'planted', 'resting'])
    expect(Object.keys(land.fields)).toEqual(expect.arrayContaining(['landName', 'landType']))
    expect(Object.keys(land.record.shape)).toContain('landState')
    for (const { land: words } of [english, chinese]) {
      expect(Object.keys(words.choices.landType)).toEqual([...LAND_TYPES])
      expect(Object.keys(words.choices.landState)).toEqual([...LAND_STATES])
    }
  })
})
