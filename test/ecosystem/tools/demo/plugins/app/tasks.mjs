import fp from 'fastify-plugin'

export default fp(
  async (fastify) => {
    const tasks = new Map()
    fastify.decorate('tasks', {
      list: ({ page, limit }) => [...tasks.values()].slice((page - 1) * limit, page * limit),
      find: (id) => tasks.get(id),
      add: (task) => {
        const added = { id: tasks.size + 1, status: 'new', ...task }
        tasks.set(added.id, added)
        return added
      },
      remove: (id) => tasks.delete(id),
    })
    fastify.decorateRequest('isModerator', function () {
      return this.session.user?.roles.includes('moderator') ?? false
    })
  },
  { name: 'tasks', dependencies: ['security'] },
)
