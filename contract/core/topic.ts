import type { z } from 'zod'
import type { PermissionCode } from './call.ts'

type ParamNames<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
export type TopicParams<Pattern extends string> = Record<ParamNames<Pattern>, string>

/**
 * Who may do what on a topic. `device`: the device whose tenant and eui stand in the topic; with `gateway` also the one behind which that
 * device stands. `console`: a console may
 * subscribe when its user belongs to `{t}`, may see `{areaId}`, is `{userId}`, and holds one of the codes.
 * Everything that is not said here is refused.
 */
export interface TopicAccess {
  readonly device?: 'publish' | 'subscribe'
  readonly gateway?: true
  readonly console?: 'login' | readonly PermissionCode[]
}

export interface Topic<Pattern extends string = string, Payload extends z.ZodType = z.ZodType> {
  readonly pattern: Pattern
  readonly payload: Payload
  readonly summary: string
  readonly retained: boolean
  readonly access: TopicAccess
  /** The topic for these parameters; a parameter may be `+` in a subscription of the server itself. */
  readonly of: (params: { [Name in ParamNames<Pattern>]: string | number }) => string
  /** The parameters of a topic name, or null where it is another topic. */
  readonly match: (topic: string) => TopicParams<Pattern> | null
}
export type AnyTopic = Topic<string, z.ZodType>
/** What a message of the topic holds, after its parser. */
export type TopicPayload<T extends AnyTopic> = z.output<T['payload']>

/** Declares one MQTT topic, once: the broker's access rules, the publishers and the console's parser read it. */
export function defineTopic<const Pattern extends string, Payload extends z.ZodType>(declaration: {
  pattern: Pattern
  payload: Payload
  summary: string
  retained?: boolean
  access: TopicAccess
}): Topic<Pattern, Payload> {
  const parts = declaration.pattern.split('/')
  const names = parts.map((part) => (part.startsWith('{') ? part.slice(1, -1) : null))
  return {
    pattern: declaration.pattern,
    payload: declaration.payload,
    summary: declaration.summary,
    retained: declaration.retained ?? false,
    access: declaration.access,
    of: (params) =>
      parts
        .map((part, at) => {
          const name = names[at]
          return name == null ? part : String((params as Record<string, string | number>)[name])
        })
        .join('/'),
    match(topic) {
      const given = topic.split('/')
      if (given.length !== parts.length) return null
      const params: Record<string, string> = {}
      for (let at = 0; at < parts.length; at++) {
        const name = names[at]
        const word = given[at]!
        if (name == null) {
          if (parts[at] !== word) return null
        } else {
          if (word === '' || word === '+' || word === '#') return null
          params[name] = word
        }
      }
      return params as TopicParams<Pattern>
    },
  }
}
