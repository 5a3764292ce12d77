import { deeds } from './deeds/pt.js';
import type { Words } from './words.js';

// prettier-ignore
export const pt: Words = {
  deletes: [
    'aniquilar',
    'excluir', 'exclua', 'apagar', 'apague', 'eliminar', 'remover', 'remova', 'deletar', 'esvaziar lixeira', 'esvaziar a lixeira',
    'mover para a lixeira', 'desinstalar', 'destruir', 'descartar', 'encerrar conta', 'fechar conta', 'cancelar pedido',
    'cancelar reserva', 'cancelar assinatura', 'cancelar minha', 'desativar conta', 'sobrescrever', 'rescindir', 'formatar',
    'não salvar', 'não guardar', 'sem salvar', 'sem guardar', 'desmarcar', 'dissolver', 'esvaziar', 'demitir', 'despublicar',
    'trancar matrícula', 'desinscrever', 'desistir da disciplina', 'cancelar inscrição', 'jogar fora',
  ],
  pays: [
    'pagar', 'pague', 'comprar', 'compre', 'compre agora', 'finalizar compra', 'concluir compra', 'confirmar compra',
    'finalizar pedido', 'fazer pedido', 'confirmar pedido', 'encomendar', 'pedir agora', 'transferir', 'fazer transferência',
    'fazer pix', 'enviar pix', 'confirmar pagamento', 'efetuar pagamento', 'assinar plano', 'assinar agora', 'assine', 'subscrever',
    'reservar', 'reserve', 'reserve agora', 'confirmar reserva', 'doar', 'dar lance', 'vender', 'sacar', 'recarregar',
    'enviar dinheiro', 'contratar', 'alugar', 'levantar dinheiro',
    'pré encomendar', 'teste grátis', 'experimentar grátis', 'experimente grátis', 'começar teste', 'marcar consulta',
    'agendar consulta', 'pedir reembolso', 'solicitar reembolso', 'dar um lance', 'investir', 'emprestar', 'depositar', 'renovar',
    'apostar', 'resgatar', 'aderir ao plano', 'licitar', 'associar se', 'torne se membro',
  ],
  sends: [
    'enviar', 'envie', 'publicar', 'publique', 'postar', 'compartilhar', 'compartilhe', 'partilhar', 'responder', 'responder a todos',
    'encaminhar', 'reencaminhar', 'convidar', 'convide', 'candidatar se', 'candidatar', 'enviar solicitação', 'protocolar',
    'implantar', 'divulgar', 'tornar público', 'tuitar', 'comentar', 'submeter pedido',
    'entregar', 'participar sinistro', 'comunicar sinistro', 'submeter', 'republicar', 'denunciar', 'reportar', 'avisar', 'notificar',
    'votar', 'transmitir', 'entrar ao vivo', 'colocar no ar', 'apresentar recurso', 'qualquer pessoa com o link',
    'qualquer pessoa com a ligação', 'reclamar', 'agendar envio', 'candidatar me', 'apresentar',
  ],
  agrees: [
    'aceito', 'concordo', 'estou de acordo', 'dou meu consentimento', 'assinar contrato', 'assinar documento', 'assino',
    'aceitar termos', 'aceitar os termos', 'aceitar condições', 'aceitar oferta', 'aceitar proposta', 'aceitar contrato', 'aceitar e',
    'assinar',
    'assinar petição', 'adicionar minha assinatura', 'declaro', 'certifico',
  ],
  transfers: [
    'ceder',
    'transferir propriedade', 'ceder direitos', 'tornar administrador', 'alterar proprietário', 'conceder acesso', 'dar acesso',
    'permitir acesso', 'autorizar', 'atribuir função', 'revogar', 'delegar',
    'nomear administrador', 'conceder', 'dar procuração', 'promover a',
  ],
  configures: [
    'redefinir', 'repor', 'restaurar padrões', 'alterar senha', 'mudar senha', 'alterar a palavra passe', 'desligar', 'reiniciar',
    'sair da conta', 'terminar sessão', 'encerrar sessão', 'bloquear', 'suspender', 'banir', 'padrão de fábrica',
    'destrancar', 'desarmar', 'desemparelhar', 'congelar', 'expulsar', 'instalar', 'bloquear cartão', 'parada de emergência',
    'paragem de emergência', 'expulsar do grupo',
  ],
  ambiguous: [
    'agora',
    'continuar', 'ok', 'confirmar', 'confirme', 'sim', 'concluir', 'finalizar', 'prosseguir', 'aprovar', 'submeter', 'avançar e',
    'agendar', 'inscrever se', 'matricular se', 'programar',
  ],
  mild: [
    'salvar', 'guardar', 'gravar', 'aplicar', 'executar', 'carregar', 'criar', 'adicionar', 'entendi', 'abrir', 'desbloquear', 'ativar',
    'atualizar', 'alterar', 'iniciar', 'habilitar',
  ],
  accepts: ['aceitar', 'aceitar tudo', 'aceitar todos', 'permitir'],
  harmless: [
    'ordenar por', 'continuar comprando', 'continuar a comprar', 'continuar lendo', 'salvar rascunho', 'guardar rascunho',
    'aplicar filtros', 'limpar filtros', 'remover filtro', 'remover filtros', 'adicionar ao carrinho', 'itens enviados',
    'itens excluídos', 'criar conta', 'ver extrato',
    'abrir menu', 'abrir arquivo', 'abrir ficheiro', 'abrir link', 'abrir detalhes', 'atualizar página', 'trocar idiomas',
    'iniciar sessão', 'desmarcar tudo', 'desmarcar todos', 'desmarcar seleção', 'anexar', 'anexar arquivo', 'anexar ficheiro',
    'escolher arquivo', 'escolher ficheiro',
  ],
  irreversible: [
    'não pode ser desfeita', 'não pode ser desfeito', 'irreversível', 'permanentemente', 'definitivamente', 'será perdido',
    'serão perdidos', 'será excluído', 'serão excluídos',
  ],
  contracts: ['termos', 'condições', 'contrato', 'acordo', 'licença', 'locação', 'oferta', 'proposta', 'consentimento'],
  payment: [
    'número do cartão', 'número de cartão', 'cartão de crédito', 'iban', 'número da conta', 'titular do cartão', 'chave pix',
    'beneficiário',
  ],
  amount: ['valor', 'montante', 'total', 'quantia', 'taxa', 'a pagar'],
  recipient: ['para', 'destinatário', 'destinatários', 'e mail', 'email', 'cc', 'convidados', 'telefone'],
  body: ['mensagem', 'comentário', 'resposta', 'publicação', 'avaliação', 'carta de apresentação', 'no que você está pensando'],
  asks: ['como', 'por', 'quando', 'onde', 'posso', 'que'],
  fillers: [
    'o', 'a', 'os', 'as', 'meu', 'minha', 'seu', 'sua', 'este', 'esta', 'um', 'uma', 'todos', 'todas', 'de', 'do', 'da', 'dos', 'por',
  ],
  everyone: ['público', 'todos', 'qualquer pessoa'],
  bin: ['lixeira', 'lixo', 'reciclagem', 'excluir'],
  search: ['buscar', 'busca', 'pesquisar', 'pesquisa', 'filtro', 'filtros', 'filtrar', 'ordenar', 'faixa de preço'],
  decides: ['aprovar', 'rejeitar', 'recusar', 'negar', 'declinar', 'indeferir', 'deferir'],
  asked: [
    'solicitação', 'solicitações', 'pedido de', 'pedidos de', 'candidato', 'candidata', 'candidatos', 'candidatura', 'convite', 'férias',
    'licença', 'despesas', 'reembolso', 'ausência', 'proposta', 'reclamação', 'requerimento',
  ],
  guarded: [
    'firewall', 'dois fatores', 'autenticação', 'verificação em duas etapas', 'dns', 'chave de api', 'chaves de api', 'chaves ssh',
    'tokens de acesso', 'certificados', 'permissões', 'funções', 'controle de acesso', 'controlo de acesso', 'grupo de segurança', 'vpn',
    'webhooks', 'criptografia', 'alarme', 'fechadura', 'porta', 'porta da frente', 'portão', 'garagem', 'cofre', 'roteador',
    'variáveis de ambiente', 'contas de serviço', 'porta ssh', 'ssh', 'retenção', 'cota',
  ],
  moves: ['transferência', 'saque', 'pagamento', 'levantamento', 'depósito', 'pix', 'remessa'],
  audience: [
    'visível para todos', 'visível publicamente', 'todos podem ver', 'assinantes', 'seguidores', 'destinatários', 'inscritos',
    'serão notificados',
  ],
  enrols: ['inscrever me', 'inscrever se', 'inscreva se', 'matricular me', 'matricular se', 'participar', 'vou participar'],
  places: [
    'aula', 'curso', 'oficina', 'seminário', 'formação', 'conferência', 'evento', 'torneio', 'corrida', 'ioga', 'yoga', 'excursão',
    'palestra', 'disciplina',
  ],
  negates: ['não', 'nunca'],
  deeds,
};
