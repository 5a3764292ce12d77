import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: [
      'cancelar', 'cancele', 'anular', 'suspender', 'interromper', 'parar', 'retirar', 'terminar', 'encerrar', 'desmarcar', 'rescindir',
    ],
    things: [
      'consulta', 'consultas', 'encomenda', 'pedido', 'reserva', 'assinatura', 'subscrição', 'contrato', 'seguro', 'apólice', 'entrega',
      'bilhete', 'passagem', 'voo', 'viagem', 'estadia', 'inscrição', 'matrícula', 'solicitação', 'transferência', 'pagamento',
      'pagamentos', 'débito', 'visita', 'curso', 'convite', 'reunião', 'evento', 'compra', 'oferta', 'lance', 'plano', 'agendamento',
      'candidatura', 'marcação', 'ordem permanente',
    ],
  },
  {
    does: 'deletes',
    verbs: ['sair', 'abandonar', 'deixar', 'dissolver', 'arquivar'],
    things: [
      'grupo', 'equipe', 'equipa', 'canal', 'servidor', 'conversa', 'guilda', 'comunidade', 'organização', 'projeto', 'repositório',
      'clube', 'disciplina', 'turma', 'curso', 'família',
    ],
  },
  {
    does: 'deletes',
    verbs: ['esvaziar', 'limpar', 'truncar', 'zerar', 'purgar'],
    things: [
      'tabela', 'tabelas', 'banco de dados', 'base de dados', 'cache', 'histórico', 'pasta', 'fila', 'lixeira', 'dados', 'registros',
      'caixa', 'índice', 'progresso',
    ],
  },
  {
    does: 'deletes',
    verbs: ['restaurar', 'reverter', 'voltar', 'repor'],
    things: ['backup', 'cópia', 'cópia de segurança', 'snapshot', 'versão', 'imagem', 'ponto de restauração'],
  },
  {
    does: 'deletes',
    verbs: ['demitir', 'despedir', 'dispensar'],
    things: ['funcionário', 'funcionária', 'empregado', 'colaborador', 'pessoal'],
  },
  {
    does: 'configures',
    verbs: [
      'encerrar', 'terminar', 'destruir', 'parar', 'liberar', 'desligar', 'reiniciar', 'desativar', 'suspender', 'pausar', 'escalar',
      'redimensionar', 'migrar', 'atualizar', 'instalar', 'reinstalar',
    ],
    things: [
      'instância', 'instâncias', 'servidor', 'servidores', 'máquina', 'contêiner', 'cluster', 'serviço', 'banco de dados',
      'base de dados', 'ambiente', 'volume', 'tarefa', 'conta', 'sistema', 'nó', 'processo', 'firmware', 'driver', 'aplicação',
      'roteador', 'aplicativo',
    ],
  },
  {
    does: 'configures',
    verbs: ['desativar', 'desarmar', 'desligar', 'suspender', 'desabilitar', 'ignorar', 'exigir', 'ativar'],
    things: [
      'firewall', 'alarme', 'antivírus', 'autenticação', 'dois fatores', 'criptografia', 'proteção', 'backup', 'backups', 'sensor',
      'controle dos pais', 'vigilância', 'verificação em duas etapas',
    ],
  },
  {
    does: 'configures',
    verbs: ['abrir', 'destrancar', 'desbloquear'],
    things: ['porta', 'portas', 'portão', 'garagem', 'fechadura', 'carro', 'cofre', 'cadeado', 'porta malas'],
  },
  {
    does: 'configures',
    verbs: ['congelar', 'bloquear', 'desativar', 'suspender', 'banir', 'cancelar'],
    things: ['cartão', 'cartões', 'conta', 'usuário', 'utilizador', 'membro', 'contato', 'contacto', 'número'],
  },
  {
    does: 'configures',
    verbs: ['desvincular', 'esquecer', 'desconectar', 'desemparelhar', 'emparelhar'],
    things: ['dispositivo', 'dispositivos', 'rede', 'integração', 'banco', 'relógio'],
  },
  {
    does: 'transfers',
    verbs: ['rotacionar', 'renovar', 'regenerar', 'desativar', 'invalidar', 'revogar', 'anular'],
    things: ['chave', 'chaves', 'token', 'tokens', 'certificado', 'acesso', 'credenciais', 'sessão', 'sessões'],
  },
  {
    does: 'transfers',
    verbs: ['mostrar', 'revelar', 'exportar', 'copiar', 'ver', 'exibir'],
    things: ['frase secreta', 'frase de recuperação', 'chave privada', 'códigos de recuperação', 'códigos de backup'],
  },
  {
    does: 'transfers',
    verbs: ['tornar', 'nomear', 'designar', 'promover a', 'definir como'],
    things: ['administrador', 'administradora', 'admin', 'proprietário', 'moderador'],
  },
  {
    does: 'transfers',
    verbs: ['conceder', 'dar', 'outorgar', 'compartilhar', 'partilhar'],
    things: ['acesso', 'permissões', 'procuração', 'autorização'],
  },
  {
    does: 'pays',
    verbs: ['marcar', 'agendar', 'confirmar', 'solicitar', 'pedir'],
    things: ['consulta', 'vaga', 'horário', 'hora', 'visita'],
  },
  {
    does: 'pays',
    verbs: ['solicitar', 'pedir', 'contratar', 'chamar'],
    things: ['reembolso', 'adiantamento', 'empréstimo', 'saque', 'táxi', 'corrida', 'crédito', 'receita', 'seguro', 'apólice'],
  },
  {
    does: 'pays',
    verbs: ['começar', 'iniciar', 'testar', 'experimentar', 'ativar', 'prolongar'],
    things: [
      'teste', 'grátis', 'assinatura', 'estacionamento', 'aluguel', 'aluguer', 'recarga', 'período de teste', 'avaliação gratuita',
    ],
  },
  {
    does: 'sends',
    verbs: ['entregar', 'apresentar', 'submeter', 'protocolar', 'enviar', 'abrir', 'registrar', 'participar', 'comunicar', 'fazer'],
    things: [
      'tarefa', 'trabalho', 'prova', 'requerimento', 'reclamação', 'queixa', 'declaração', 'sinistro', 'formulário', 'recurso',
      'contestação', 'disputa', 'denúncia', 'exame',
    ],
  },
  {
    does: 'agrees',
    verbs: ['aprovar', 'rejeitar', 'recusar', 'aceitar', 'negar', 'declinar', 'deferir', 'indeferir'],
    things: [
      'solicitação', 'solicitações', 'férias', 'licença', 'despesas', 'candidato', 'candidatura', 'fatura', 'oferta', 'orçamento',
      'ausência', 'convite', 'proposta', 'requerimento', 'pedido',
    ],
  },
  {
    does: 'harmless',
    verbs: ['limpar', 'apagar', 'remover', 'excluir', 'redefinir', 'eliminar'],
    things: [
      'filtro', 'filtros', 'comparação', 'comparador', 'seleção', 'busca', 'pesquisa', 'ordenação', 'formatação', 'destaque', 'zoom',
    ],
  },
  {
    does: 'pays',
    verbs: ['redirecionar', 'reagendar', 'recusar', 'devolver', 'desviar'],
    things: ['encomenda', 'pacote', 'entrega', 'ao remetente', 'remetente', 'envio'],
  },
  {
    does: 'configures',
    verbs: ['ligar', 'arrancar', 'parar', 'desligar', 'pré aquecer', 'acionar'],
    things: [
      'motor', 'máquina', 'bomba', 'forno', 'caldeira', 'prensa', 'esteira', 'linha', 'turbina', 'válvula', 'irrigação', 'aquecedor',
      'robô', 'drone',
    ],
  },
  {
    does: 'deletes',
    verbs: ['reverter para', 'reverter', 'desfazer', 'restaurar'],
    things: ['revisão', 'edição', 'commit', 'esta versão', 'alterações', 'alteração'],
  },
  {
    does: 'sends',
    verbs: ['comunicar', 'enviar', 'informar', 'registrar', 'registar'],
    things: ['leitura', 'resultado', 'resultados', 'avaria', 'horas', 'ausência', 'contador'],
  },
  {
    does: 'deletes',
    verbs: ['cortar', 'cancelar', 'desligar', 'dar baixa'],
    things: ['fornecimento', 'luz', 'gás', 'água', 'linha', 'internet', 'serviço', 'energia'],
  },
  {
    does: 'pays',
    verbs: ['confirmar', 'garantir', 'segurar'],
    things: [
      'mesa', 'lugar', 'lugares', 'assento', 'quarto', 'presença', 'participação', 'tarifa', 'preço', 'lance', 'saque', 'vaga', 'compra',
    ],
  },
  {
    does: 'agrees',
    verbs: ['executar', 'notificar', 'autenticar', 'ratificar', 'homologar', 'lavrar'],
    things: ['escritura', 'documento', 'contrato', 'testamento', 'sentença', 'ordem'],
  },
  {
    does: 'transfers',
    verbs: ['portar', 'transferir', 'ceder'],
    things: ['número', 'meu número', 'linha', 'domínio', 'conta', 'contrato', 'licença', 'titularidade'],
  },
  {
    does: 'pays',
    verbs: ['jogar', 'fazer', 'apostar', 'dobrar'],
    things: ['números', 'aposta', 'bilhete', 'loteria'],
  },
  {
    does: 'pays',
    verbs: ['tornar se', 'virar', 'associar se a', 'ser'],
    things: ['sócio', 'membro', 'sócia', 'clube', 'associação', 'assinante'],
  },
  {
    does: 'transfers',
    verbs: ['adicionar', 'convidar', 'nomear'],
    things: ['como colaborador', 'colaborador', 'como editor', 'membro', 'participante', 'beneficiário', 'como administrador'],
  },
  {
    does: 'configures',
    verbs: ['executar', 'aplicar', 'forçar', 'rodar', 'correr'],
    things: ['migração', 'script', 'macro', 'comando', 'pipeline', 'sincronização', 'patch'],
  },
  {
    does: 'deletes',
    verbs: ['fechar', 'encerrar', 'finalizar'],
    things: [
      'chamado', 'ticket', 'caso', 'enquete', 'leilão', 'campanha', 'inscrições', 'reunião para todos', 'reunião', 'transmissão',
      'anúncio', 'processo',
    ],
  },
  {
    does: 'sends',
    verbs: ['lançar', 'iniciar', 'ativar', 'agendar', 'promover', 'impulsionar'],
    things: ['campanha', 'anúncio', 'enquete', 'transmissão', 'leilão', 'boletim', 'gravação', 'publicação', 'live'],
  },
  {
    does: 'sends',
    verbs: ['colocar', 'pôr', 'anunciar'],
    things: ['à venda', 'em leilão', 'para alugar'],
  },
  {
    does: 'configures',
    verbs: ['alterar', 'mudar', 'redefinir', 'definir', 'adicionar'],
    things: ['pin', 'senha', 'palavra passe', 'chave de acesso', 'pergunta de segurança', 'e mail de login', 'autenticador'],
  },
  {
    does: 'pays',
    verbs: ['cobrar', 'liberar', 'emitir', 'aumentar', 'dividir', 'quitar', 'converter', 'apoiar', 'marcar'],
    things: ['pagamento', 'reembolso', 'fundos', 'limite', 'conta', 'moeda', 'projeto', 'como pago', 'fatura', 'dinheiro', 'dívida'],
  },
  {
    does: 'harmless',
    verbs: ['desativar', 'ativar', 'desligar', 'ligar', 'silenciar'],
    things: ['som', 'legendas', 'música', 'animações', 'modo escuro', 'reprodução automática', 'volume', 'microfone', 'áudio'],
  },
  {
    does: 'harmless',
    verbs: ['mesclar', 'unir', 'dividir', 'congelar', 'bloquear', 'agrupar', 'enviar', 'mover'],
    things: ['células', 'linha', 'linhas', 'coluna', 'colunas', 'painéis', 'camada', 'camadas', 'para trás', 'proporção'],
  },
  {
    does: 'configures',
    verbs: ['bloquear', 'ocultar', 'fixar', 'restringir', 'trancar'],
    things: ['tópico', 'discussão', 'comentários', 'autor'],
  },
  {
    does: 'pays',
    verbs: ['finalizar', 'concluir', 'terminar', 'fechar', 'efetuar', 'confirmar', 'enviar', 'completar', 'autorizar', 'realizar'],
    things: ['pedido', 'compra', 'pagamento', 'reserva', 'transferência', 'venda', 'encomenda'],
  },
  {
    does: 'sends',
    verbs: ['publicar', 'colocar', 'deixar', 'postar', 'subir', 'compartilhar', 'partilhar', 'inserir'],
    things: [
      'anúncio', 'avaliação', 'comentário', 'publicação', 'artigo', 'vídeo', 'história', 'localização', 'minha localização', 'vaga',
    ],
  },
  {
    does: 'deletes',
    verbs: ['fechar', 'encerrar', 'excluir', 'eliminar', 'liquidar', 'desativar', 'jogar', 'mover'],
    things: ['conta', 'perfil', 'no lixo', 'para o lixo'],
  },
  {
    does: 'pays',
    verbs: ['mudar para', 'mudar de', 'trocar de', 'ativar', 'assinar', 'adicionar', 'contratar'],
    things: ['plano', 'tarifa', 'pacote', 'opção', 'roaming', 'cobrança anual', 'premium'],
  },
  {
    does: 'transfers',
    verbs: ['dar', 'conceder', 'atribuir', 'retirar', 'remover', 'alterar'],
    things: ['direitos', 'permissões', 'função', 'privilégios', 'acesso', 'licença'],
  },
  {
    does: 'pays',
    verbs: ['solicitar', 'iniciar', 'pedir', 'criar', 'fazer', 'abrir'],
    things: ['devolução', 'troca', 'substituição', 'uma devolução'],
  },
  {
    does: 'transfers',
    verbs: ['ativar', 'permitir', 'criar', 'abrir', 'habilitar'],
    things: [
      'acesso público', 'leitura pública', 'link público', 'compartilhamento', 'partilha', 'acesso anônimo', 'acesso de convidados',
    ],
  },
  {
    does: 'transfers',
    verbs: ['adicionar', 'nomear', 'promover a', 'designar'],
    things: ['cotitular', 'titular', 'signatário', 'procurador', 'gerente', 'supervisor', 'chefe', 'tutor', 'herdeiro', 'fiador'],
  },
];
