import type { Words } from './words.js';

// prettier-ignore
export const pt: Words = {
  deletes: [
    'excluir', 'exclua', 'apagar', 'apague', 'eliminar', 'remover', 'remova', 'deletar', 'esvaziar lixeira', 'esvaziar a lixeira',
    'mover para a lixeira', 'desinstalar', 'destruir', 'descartar', 'encerrar conta', 'fechar conta', 'cancelar pedido',
    'cancelar reserva', 'cancelar assinatura', 'cancelar minha', 'desativar conta', 'sobrescrever', 'rescindir', 'formatar',
  ],
  pays: [
    'pagar', 'pague', 'comprar', 'compre', 'compre agora', 'finalizar compra', 'concluir compra', 'confirmar compra',
    'finalizar pedido', 'fazer pedido', 'confirmar pedido', 'encomendar', 'pedir agora', 'transferir', 'fazer transferência',
    'fazer pix', 'enviar pix', 'confirmar pagamento', 'efetuar pagamento', 'assinar plano', 'assinar agora', 'assine', 'subscrever',
    'reservar', 'reserve', 'reserve agora', 'confirmar reserva', 'doar', 'dar lance', 'vender', 'sacar', 'recarregar',
    'enviar dinheiro', 'contratar', 'alugar', 'levantar dinheiro',
  ],
  sends: [
    'enviar', 'envie', 'publicar', 'publique', 'postar', 'compartilhar', 'compartilhe', 'partilhar', 'responder', 'responder a todos',
    'encaminhar', 'reencaminhar', 'convidar', 'convide', 'candidatar se', 'candidatar', 'enviar solicitação', 'protocolar',
    'implantar', 'divulgar', 'tornar público', 'tuitar', 'comentar', 'submeter pedido',
  ],
  agrees: [
    'aceito', 'concordo', 'estou de acordo', 'dou meu consentimento', 'assinar contrato', 'assinar documento', 'assino',
    'aceitar termos', 'aceitar os termos', 'aceitar condições', 'aceitar oferta', 'aceitar proposta', 'aceitar contrato', 'aceitar e',
    'assinar',
  ],
  transfers: [
    'transferir propriedade', 'ceder direitos', 'tornar administrador', 'alterar proprietário', 'conceder acesso', 'dar acesso',
    'permitir acesso', 'autorizar', 'atribuir função', 'revogar', 'delegar',
  ],
  configures: [
    'redefinir', 'repor', 'restaurar padrões', 'alterar senha', 'mudar senha', 'alterar a palavra passe', 'desligar', 'reiniciar',
    'sair da conta', 'terminar sessão', 'encerrar sessão', 'bloquear', 'suspender', 'banir', 'padrão de fábrica',
  ],
  ambiguous: [
    'agora',
    'continuar', 'ok', 'confirmar', 'confirme', 'sim', 'concluir', 'finalizar', 'prosseguir', 'aprovar', 'submeter', 'avançar e',
  ],
  mild: ['salvar', 'guardar', 'gravar', 'aplicar', 'executar', 'carregar', 'criar', 'adicionar', 'entendi'],
  accepts: ['aceitar', 'aceitar tudo', 'aceitar todos', 'permitir'],
  harmless: [
    'ordenar por', 'continuar comprando', 'continuar a comprar', 'continuar lendo', 'salvar rascunho', 'guardar rascunho',
    'aplicar filtros', 'limpar filtros', 'remover filtro', 'remover filtros', 'adicionar ao carrinho', 'itens enviados',
    'itens excluídos', 'não excluir', 'criar conta', 'ver extrato',
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
  fillers: ['o', 'a', 'os', 'as', 'meu', 'minha', 'seu', 'sua', 'este', 'esta', 'um', 'uma', 'todos', 'todas'],
  everyone: ['público', 'todos', 'qualquer pessoa'],
  bin: ['lixeira', 'lixo', 'reciclagem', 'excluir'],
  search: ['buscar', 'busca', 'pesquisar', 'pesquisa', 'filtro', 'filtros', 'filtrar', 'ordenar', 'faixa de preço'],
};
