/** What happens on an event, by its method; `session` is that of the tab or frame that it is about. */
export type Reactions = Readonly<Record<string, (params: never, session: string) => void>>;
